"""The files that differ from a revision in git."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from daft_lint.records import dataclass

_COMMIT = re.compile(r"[0-9a-f]{40,64}")
# What git may start or write on its own, and settings that change its output.
_SETTINGS = ("core.fsmonitor=false", "diff.autoRefreshIndex=false", "diff.relative=false")
_DIFF = (
    "diff",
    "--name-only",
    "-z",
    "--no-renames",
    "--diff-filter=d",
    "--ignore-submodules=all",
    "--no-ext-diff",
    "--no-textconv",
    "--end-of-options",
)
_UNTRACKED = ("ls-files", "--others", "--exclude-standard", "-z")


class GitError(Exception):
    """Git can't tell what changed. The message is one line for a person."""


@dataclass(frozen=True, slots=True)
class ChangedFiles:
    """The files of a git work tree that differ from a revision, or that it hasn't got.

    `root` is the work tree, without links.
    """

    root: Path
    files: frozenset[Path]

    def among(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Those of some files that differ, or that link to one that does.

        A file outside of the work tree always differs, since git knows nothing of it; one that git
        ignores, or that belongs to a submodule, never does.
        """
        real = {folder: folder.resolve() for folder in {path.parent for path in paths}}
        return tuple(path for path in paths if self._has(real[path.parent] / path.name))

    def _has(self, named: Path) -> bool:
        """Whether a file differs, or what it links to; its folder is a real one."""
        real = named.resolve() if named.is_symlink() else named
        return not real.is_relative_to(self.root) or not self.files.isdisjoint((real, named))


def changed_since(revision: str, root: Path) -> ChangedFiles:
    """What differs from a revision in the git work tree around a folder.

    That is what was committed since then, what is staged, what isn't, and every untracked file.
    Submodules are left out. Git runs no program that the repository names.

    Raises:
        GitError: when there is no git, no work tree or no such revision.
    """
    top = Path(
        os.fsdecode(_git(root, "rev-parse", "--show-toplevel").removesuffix(b"\n"))
    ).resolve()
    names = _git(top, *_DIFF, _commit(revision, top), "--") + _git(top, *_UNTRACKED)
    # A repository in this one is a folder.
    files = (name for name in names.split(b"\0") if name and not name.endswith(b"/"))
    return ChangedFiles(top, frozenset(top / os.fsdecode(name) for name in files))


def text_at(revision: str, file: Path, root: Path) -> bytes | None:
    """What a file below a work tree held at a revision; None when it wasn't there.

    Args:
        revision: A commit, branch or tag.
        file: The file, by its real path.
        root: The work tree, without links.

    Raises:
        GitError: when there is no git, or no such revision.
    """
    name = file.relative_to(root).as_posix()
    commit = _commit(revision, root)
    if not _git(root, "ls-tree", "-z", "--name-only", commit, "--", f":(literal){name}"):
        return None
    return _git(root, "cat-file", "blob", f"{commit}:{name}")


def _commit(revision: str, top: Path) -> str:
    """The full name of a commit. Nothing that starts with `-` is a revision."""
    found = ""
    if revision and not revision.startswith("-"):
        try:
            commit = f"{revision}^{{commit}}"
            found = _git(top, "rev-parse", "--verify", "--quiet", commit).decode().strip()
        except (GitError, ValueError):
            # ValueError: a NUL, or characters that no file name can have.
            pass
    if not _COMMIT.fullmatch(found):
        raise GitError(
            f"git doesn't know the revision {revision!r} in {top}{_remedy(revision, top)}"
        )
    return found


def _remedy(revision: str, top: Path) -> str:
    """What to do where git knows no such revision."""
    if ".." in revision:
        # No name of git's has two dots in a row.
        return ": that is a range; use git merge-base to find where two branches diverged"
    if not _git(top, "rev-list", "--all", "--max-count=1"):
        return ": nothing is committed yet, so every file is new; omit the revision"
    if _git(top, "rev-parse", "--is-shallow-repository").strip() == b"true":
        return "; this is a shallow clone: fetch the revision first"
    return "; `git branch --all` lists the branches that are here, fetch others first"


def _git(folder: Path, *arguments: str) -> bytes:
    """What git writes when it is run in a folder."""
    import subprocess

    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    command = ["git", "--no-pager", "-C", os.fspath(folder), *settings, *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, check=False, env=environment, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise GitError(f"git can't be run: {error.strerror}; is it installed?") from None
    if done.returncode != 0:
        raise GitError(_reason(done.stderr, folder))
    return done.stdout


def _reason(stderr: bytes, folder: Path) -> str:
    """Why git failed, in one line."""
    if b"not a git repository" in stderr:
        return f"{folder} is not in a git repository"
    said = stderr.decode("utf-8", "replace").strip().splitlines()
    return f"git failed in {folder}: {said[0] if said else 'it gives no reason'}"
