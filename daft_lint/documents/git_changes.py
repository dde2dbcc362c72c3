"""The lines that differ from a revision in git."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from daft_lint.documents.document import kind_of
from daft_lint.documents.file_status import read_whole
from daft_lint.documents.layout import FileKind
from daft_lint.plan.span import Span
from daft_lint.records import dataclass

Lines = tuple[tuple[int, float], ...]

_WHOLE: Lines = ((1, float("inf")),)
_HUNK = re.compile(rb"@@ -\d+(?:,(?P<gone>\d+))? \+(?P<line>\d+)(?:,(?P<new>\d+))? @@")
_COMMIT = re.compile(r"[0-9a-f]{40,64}")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPED = dict(zip(b"abtnvfr", b"\a\b\t\n\v\f\r", strict=True))
_LONE_CR = re.compile(rb"\r(?!\n)")
# What git may start or write on its own, and settings that change its output.
_SETTINGS = (
    "core.fsmonitor=false",
    "core.quotePath=true",
    "diff.autoRefreshIndex=false",
    "diff.relative=false",
)
_DIFF = (
    "diff",
    "--unified=0",
    "--inter-hunk-context=0",
    "--find-renames",
    "--ignore-submodules=all",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--end-of-options",
)
_UNTRACKED = ("ls-files", "--others", "--exclude-standard", "-z")


class GitError(Exception):
    """Git can't tell what changed. The message is one line for a person."""


@dataclass(frozen=True, slots=True)
class ChangedLines:
    """The lines of a git work tree that differ from a revision.

    `root` is the work tree, without links. `files` are its files that differ, each with the first
    and last of every stretch of lines. `renamed` are those that differ by their name only.
    """

    root: Path
    files: Mapping[Path, Lines]
    renamed: frozenset[Path] = frozenset()

    def among(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Those of some files that differ, if only by name.

        Files unknown to git count as in `touches`.
        """
        real = {folder: folder.resolve() for folder in {path.parent for path in paths}}
        return tuple(path for path in paths if self._has(real[path.parent] / path.name))

    def _has(self, named: Path) -> bool:
        """Whether a file differs, or what it links to; its folder is a real one."""
        real = named.resolve() if named.is_symlink() else named
        if not real.is_relative_to(self.root):
            return True
        return any(path in self.files or path in self.renamed for path in {real, named})

    def touches(self, path: Path, spans: Iterable[Span]) -> bool:
        """Whether any line of any of the spans in a file differs.

        Where lines went, the one before and the one behind count. A file outside of the work tree
        always differs, since git knows nothing of it; one that git ignores, or that belongs to a
        submodule, never does. A notebook differs as a whole: its lines are not those of its cells.
        """
        named = path.parent.resolve() / path.name
        real = path.resolve()
        if not real.is_relative_to(self.root):
            return True
        if named != real and named in self.files:
            return True
        changed = self.files.get(real, ())
        if changed and (_is_cut_otherwise(real) or kind_of(real.name) is FileKind.NOTEBOOK):
            return True
        return any(
            first <= span.end_line and span.line <= last
            for span in spans
            for first, last in changed
        )


def _is_cut_otherwise(file: Path) -> bool:
    """Whether lines of a file also end where git's don't."""
    try:
        return _LONE_CR.search(read_whole(file)) is not None
    except OSError:
        return True


def changed_since(revision: str, root: Path) -> ChangedLines:
    """What differs from a revision in the git work tree around a folder.

    That is what was committed since then, what is staged, what isn't, and every untracked file.
    Submodules are left out. Git runs no program that the repository names.

    Raises:
        GitError: when there is no git, no work tree or no such revision.
    """
    top = Path(
        os.fsdecode(_git(root, "rev-parse", "--show-toplevel").removesuffix(b"\n"))
    ).resolve()
    files = dict(_hunks(_git(top, *_DIFF, _commit(revision, top), "--")))
    for name in _git(top, *_UNTRACKED).split(b"\0"):
        if name and not name.endswith(b"/"):
            files[name] = _WHOLE
    named = {top / os.fsdecode(name): lines for name, lines in files.items()}
    changed = {path: lines for path, lines in named.items() if lines}
    return ChangedLines(top, changed, frozenset(named.keys() - changed.keys()))


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
    # GIT_DIFF_OPTS would win over the options.
    environment = {name: text for name, text in os.environ.items() if name != "GIT_DIFF_OPTS"}
    environment |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
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


def _hunks(diff: bytes) -> Iterator[tuple[bytes, Lines]]:
    """The files of a diff, with the stretches of lines that are new in them: none, if renamed."""
    name = b""
    lines: Lines = ()
    renamed = False
    skipped = 0
    for line in io.BytesIO(diff):
        if skipped and line[:1] in b"+-":
            skipped -= 1
        elif line.startswith(b"diff --git "):
            if name and (lines or renamed):
                yield name, lines
            # The two names are the same but for their prefixes, if it is no rename.
            name, lines, renamed = _name(line[11 + len(line[11:]) // 2 :], b"b/"), (), False
        elif line.startswith(b"rename to "):
            name, renamed = _name(line[10:]), True
        elif line.startswith(b"Binary files "):
            lines = _WHOLE
        elif found := _HUNK.match(line):
            gone, new = (int(found[side] or 1) for side in ("gone", "new"))
            first = int(found["line"])
            lines += ((first, first + (new - 1 if new else 1)),)
            skipped = gone + new
    if name and (lines or renamed):
        yield name, lines


def _name(written: bytes, prefix: bytes = b"") -> bytes:
    """A file's name as git writes it in a diff: plain, or in quotes with escapes."""
    name = written.rstrip(b"\n")
    if name.startswith(b'"'):
        name = _ESCAPE.sub(_unescaped, name[1:-1])
    return name.removeprefix(prefix)


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    if len(code) == 3:
        return bytes([int(code, 8)])
    return bytes([_ESCAPED.get(code[0], code[0])])
