"""What git says changed, in real repositories."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from daft_lint.documents.git_changes import ChangedFiles, GitError, changed_since

Git = Callable[..., str]

_TEN = "".join(f"line {number}\n" for number in range(1, 11))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository, out of reach of the settings of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    folder = tmp_path / "repository"
    folder.mkdir()
    _git(folder, "init", "--quiet", "--initial-branch=main")
    return folder


@pytest.fixture
def git(root: Path) -> Git:
    return lambda *arguments: _git(root, *arguments)


def _git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false")
    command = ["git", *who, "-c", "protocol.file.allow=always", *arguments]
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, encoding="utf-8"
    ).stdout


@pytest.fixture
def ten(root: Path, git: Git) -> Path:
    """A committed file of ten lines."""
    file = root / "ten.py"
    _commit(git, file, _TEN)
    return file


def _commit(git: Git, file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    git("add", "--all")
    git("commit", "--quiet", "--message=x")


def _differs(changed: ChangedFiles, file: Path) -> bool:
    return changed.among([file]) == (file,)


def _edited(text: str, **lines: str) -> str:
    """Some of ten lines written anew: `_3="x\\n"`."""
    parts = text.splitlines(keepends=True)
    for number, line in lines.items():
        parts[int(number[1:]) - 1] = line
    return "".join(parts)


def test_nothing_differs_where_nothing_changed(ten: Path) -> None:
    assert not _differs(changed_since("HEAD", ten.parent), ten)


def test_an_untracked_file_differs(ten: Path) -> None:
    new = ten.parent / "folder" / "new.py"
    new.parent.mkdir()
    new.write_text(_TEN)
    assert _differs(changed_since("HEAD", ten.parent), new)


def test_a_new_file_differs_in_whatever_state_it_is(ten: Path, git: Git) -> None:
    (ten.parent / "staged.py").write_text(_TEN)
    git("add", "staged.py")
    (ten.parent / "meant.py").write_text(_TEN)
    git("add", "--intent-to-add", "meant.py")
    changed = changed_since("HEAD", ten.parent)
    assert _differs(changed, ten.parent / "staged.py")
    assert _differs(changed, ten.parent / "meant.py")


def test_an_ignored_file_never_differs(ten: Path) -> None:
    (ten.parent / ".gitignore").write_text("new.py\n")
    (ten.parent / "new.py").write_text(_TEN)
    assert not _differs(changed_since("HEAD", ten.parent), ten.parent / "new.py")


def test_a_file_git_no_longer_tracks_differs(ten: Path, git: Git) -> None:
    git("rm", "--quiet", "--cached", "ten.py")
    assert _differs(changed_since("HEAD", ten.parent), ten)


def test_a_file_that_is_gone_is_no_trouble(ten: Path) -> None:
    ten.unlink()
    changed_since("HEAD", ten.parent)


_NAMES = (
    *("a b.py", "-x.py", "--output=x.py", "a\tb.py", "a\nb.py", 'a"b\\.py', "é ü.py", " b/a.py"),
    *("a b/a b/a b.py", "rename to x.py", "@@ -1 +1 @@.py", "\x01\x7f.py", ":(exclude)x.py"),
    *(os.fsdecode(b"\xff\xfe.py"), "$(touch x);`touch x`.py", "* Unmerged path x.py"),
)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such names")
def test_any_name_is_read_right(root: Path, git: Git) -> None:
    files = [root / name for name in _NAMES]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_TEN, encoding="utf-8")
    _commit(git, root / "last.py", _TEN)
    untracked = [root / f"new{name}" for name in _NAMES]
    for file, new in zip(files, untracked, strict=True):
        file.write_text(_edited(_TEN, _3="x\n"))
        new.parent.mkdir(exist_ok=True, parents=True)
        new.write_text("x\n")
    changed = changed_since("HEAD", root)
    assert set(changed.files) == {*files, *untracked}


def test_a_hostile_name_is_read_right_after_a_rename(root: Path, git: Git) -> None:
    old, new = root / "a b/a b.py", root / 'x" b/ü.py'
    _commit(git, old, _TEN)
    new.parent.mkdir()
    old.rename(new)
    git("add", "--all")
    new.write_text(_edited(_TEN, _3="x\n"))
    assert changed_since("HEAD", root).files == {new}


def test_a_link_to_a_changed_file_differs(ten: Path, git: Git) -> None:
    link = ten.parent / "link.py"
    link.symlink_to("ten.py")
    git("add", "--all")
    git("commit", "--quiet", "--message=x")
    assert not _differs(changed_since("HEAD", ten.parent), link)
    ten.write_text(_edited(_TEN, _3="x\n"))
    assert _differs(changed_since("HEAD", ten.parent), link)


def test_a_link_that_leads_elsewhere_now_differs(ten: Path, git: Git) -> None:
    link, other = ten.parent / "link.py", ten.parent / "other.py"
    link.symlink_to("ten.py")
    _commit(git, other, _TEN)
    link.unlink()
    link.symlink_to("other.py")
    assert _differs(changed_since("HEAD", ten.parent), link)


def test_submodules_are_left_out(ten: Path, git: Git, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    _git(inner, "init", "--quiet")
    _commit(lambda *arguments: _git(inner, *arguments), inner / "in.py", _TEN)
    git("submodule", "--quiet", "add", str(inner), "sub")
    git("commit", "--quiet", "--message=x")
    (ten.parent / "sub" / "in.py").write_text("x\n")
    (ten.parent / "sub" / "new.py").write_text("x\n")
    changed = changed_since("HEAD", ten.parent)
    assert changed.files == frozenset()
    assert not _differs(changed, ten.parent / "sub" / "in.py")


def test_a_repository_in_the_repository_is_left_out(ten: Path) -> None:
    inner = ten.parent / "inner"
    inner.mkdir()
    _git(inner, "init", "--quiet")
    _commit(lambda *arguments: _git(inner, *arguments), inner / "in.py", _TEN)
    assert changed_since("HEAD", ten.parent).files == frozenset()


def test_a_folder_below_the_root_will_do(ten: Path, git: Git) -> None:
    inner = ten.parent / "folder" / "in.py"
    _commit(git, inner, _TEN)
    inner.write_text(_edited(_TEN, _3="x\n"))
    ten.write_text(_edited(_TEN, _4="x\n"))
    changed = changed_since("HEAD", inner.parent)
    assert changed.files == {inner, ten}


def test_files_that_differ_are_distinguished_from_others(
    ten: Path, root: Path, git: Git, tmp_path: Path
) -> None:
    (root / "untracked.py").touch()
    (root / "link.py").symlink_to("ten.py")
    files = [ten, root / "link.py", root / "untracked.py", tmp_path / "outside.py"]
    assert changed_since("HEAD", root).among(files) == tuple(files[1:])
    git("add", "--all")
    git("commit", "--quiet", "--message=x")
    assert changed_since("HEAD", root).among(files) == tuple(files[3:])
    ten.write_text(_edited(_TEN, _3=""))
    assert changed_since("HEAD", root).among(files) == (files[0], files[1], files[3])


def test_a_relative_path_will_do(ten: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ten.write_text(_edited(_TEN, _3="x\n"))
    monkeypatch.chdir(ten.parent)
    assert _differs(changed_since("HEAD", Path()), Path("ten.py"))


_SETTINGS = {
    "diff.external": "touch hacked; false",
    "core.fsmonitor": "touch hacked; false",
    "core.pager": "touch hacked; false",
    "pager.diff": "true",
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.srcPrefix": "x/",
    "diff.context": "7",
    "diff.interHunkContext": "9",
    "diff.renames": "false",
    "diff.relative": "true",
    "diff.suppressBlankEmpty": "true",
    "diff.wordRegex": ".",
    "diff.colorMoved": "zebra",
    "diff.submodule": "diff",
    "diff.orderFile": ".git/order",
    "color.ui": "always",
    "color.diff": "always",
    "core.quotePath": "false",
    "diff.evil.textconv": "touch hacked; echo x",
    "diff.evil.command": "touch hacked; echo x",
}


def test_no_setting_of_the_repository_changes_the_answer(ten: Path, git: Git) -> None:
    (ten.parent / ".gitattributes").write_text("*.py diff=evil\n")
    moved = ten.parent / "alt" / "é.py"
    _commit(git, moved, "".join(f"other {number}\n" for number in range(30)))
    git("mv", "alt/é.py", "neu.py")
    (ten.parent / ".git" / "order").write_text("*.py\n")
    ten.write_text(_edited(_TEN, _3="x\n", _5="y\n"))
    for setting, value in _SETTINGS.items():
        git("config", setting, value)
        changed = changed_since("HEAD", ten.parent)
        assert changed.files == {ten, ten.with_name("neu.py")}, setting
        assert not (ten.parent / "hacked").exists(), setting
        git("config", "--unset", setting)


def test_the_environment_does_not_change_the_answer(
    ten: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIFF_OPTS", "--unified=5")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_PAGER", "false")
    ten.write_text(_edited(_TEN, _3="x\n", _5="y\n"))
    assert changed_since("HEAD", ten.parent).files == {ten}


def test_the_index_is_not_written(ten: Path) -> None:
    os.utime(ten, (1, 1))
    index = ten.parent / ".git" / "index"
    before = index.read_bytes()
    changed_since("HEAD", ten.parent)
    assert index.read_bytes() == before


def test_a_revision_may_be_named_in_any_way(ten: Path, git: Git) -> None:
    git("tag", "--annotate", "--message=x", "v1")
    ten.write_text(_edited(_TEN, _3="x\n"))
    for revision in ("HEAD", "main", "v1", "HEAD^{commit}", "@", "v1^{}"):
        assert _differs(changed_since(revision, ten.parent), ten)


_NO_REVISIONS = (
    *("nothing", "", " ", "-", "--", "--output=hacked", "-Ohacked", "--ext-diff", "--all", "^HEAD"),
    *("HEAD..HEAD", "HEAD...HEAD", "HEAD:ten.py", "HEAD^{tree}", "ten.py", "HEAD\0", "HEAD\nHEAD"),
    *("$(touch hacked)", "é\ud800"),
)


def test_what_is_no_revision_is_an_error(ten: Path) -> None:
    for revision in _NO_REVISIONS:
        with pytest.raises(GitError, match="doesn't know the revision") as caught:
            changed_since(revision, ten.parent)
        assert "\n" not in str(caught.value)
        assert not (ten.parent / "hacked").exists(), revision


def test_a_folder_without_git_is_an_error(root: Path, tmp_path: Path) -> None:
    with pytest.raises(GitError, match="is not in a git repository"):
        changed_since("HEAD", tmp_path)


def test_a_repository_without_files_is_an_error(root: Path, git: Git, tmp_path: Path) -> None:
    git("clone", "--quiet", "--bare", str(root), str(tmp_path / "bare"))
    with pytest.raises(GitError, match=r"^git failed in .*work tree") as caught:
        changed_since("HEAD", tmp_path / "bare")
    assert "\n" not in str(caught.value)


def test_a_folder_that_is_not_there_is_an_error(root: Path) -> None:
    with pytest.raises(GitError, match=r"^git failed in .*No such file"):
        changed_since("HEAD", root / "nowhere")


def test_a_missing_git_is_an_error(ten: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match="is it installed"):
        changed_since("HEAD", ten.parent)
