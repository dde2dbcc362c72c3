"""Writing fixes never costs anyone a file."""

from __future__ import annotations

import codecs
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from daft_lint.documents.document import Document, decode
from daft_lint.findings import Edit
from daft_lint.fixing import FixError, Group, Rewrite, apply, rewrite
from daft_lint.plan.span import Span

_PROGRAM = "import daft\nx = 'é'\t# é\nrows = 5\n"
_GROUP: Group = (Edit(Span("a.py", 3, 8, 3, 9), "7"),)


def _applied(file: Path, data: bytes, root: Path | None = None) -> bytes:
    file.write_bytes(data)
    linted = decode(data, file.name)
    group: Group = (Edit(Span(file.name, 3, 8, 3, 9), "7"),)
    result = apply(file, linted, [group], root or file.parent)
    assert result.applied == (group,)
    return file.read_bytes()


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "head", "mark"),
    [
        ("utf-8", "", b""),
        ("utf-8", "", codecs.BOM_UTF8),
        ("utf-8", "# -*- coding: utf-8 -*-", codecs.BOM_UTF8),
    ],
)
def test_a_file_keeps_its_encoding_and_line_ends(
    tmp_path: Path, encoding: str, head: str, mark: bytes, line_end: str
) -> None:
    text = _PROGRAM.replace("import daft", f"{head} # é\nimport daft".lstrip(" "))
    line = text.split("\n").index("rows = 5") + 1
    data = mark + text.replace("\n", line_end).encode(encoding)
    file = tmp_path / "a.py"
    file.write_bytes(data)
    group: Group = (Edit(Span("a.py", line, 8, line, 9), "7"),)
    apply(file, decode(data, "a.py"), [group], tmp_path)
    assert file.read_bytes() == data.replace(b"rows = 5", b"rows = 7")


def test_a_file_keeps_its_mode_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.touch(mode=0o600)
    file.chmod(0o751)
    _applied(file, _PROGRAM.encode())
    assert stat.S_IMODE(file.stat().st_mode) == 0o751
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_with_the_longest_name_is_fixed(tmp_path: Path) -> None:
    assert b"rows = 7" in _applied(tmp_path / ("a" * 252 + ".py"), _PROGRAM.encode())


def test_a_file_without_fixes_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM)
    before = file.stat()
    assert apply(file, Document("a.py", _PROGRAM), [], tmp_path).applied == ()
    assert file.stat() == before or file.stat().st_mtime_ns == before.st_mtime_ns


def _refused(file: Path, groups: list[Group], root: Path, text: str = _PROGRAM) -> str:
    before = file.read_bytes() if file.exists() else None
    with pytest.raises(FixError) as caught:
        apply(file, Document("a.py", text), groups, root)
    assert (file.read_bytes() if file.exists() else None) == before
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_fix_that_breaks_the_file_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM)
    broken: Group = (Edit(Span("a.py", 3, 6, 3, 7), "= ="),)
    assert "internal error" in _refused(file, [broken], tmp_path)


def test_a_file_in_syntax_newer_than_this_python_is_checked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from daft_lint.fixing import edit_application as parsing
    from daft_lint.syntax.source import SourceSyntaxError

    monkeypatch.setattr(parsing, "syntax_error", lambda _: SourceSyntaxError("too new", 1, 1))
    file = tmp_path / "a.py"
    assert b"rows = 7" in _applied(file, _PROGRAM.encode())
    broken: Group = (Edit(Span("a.py", 3, 6, 3, 7), "= ="),)
    assert "internal error" in _refused(file, [broken], tmp_path, file.read_text())


def test_a_file_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM + "# new\n")
    assert "changed since" in _refused(file, [_GROUP], tmp_path)


def test_a_file_that_went_meanwhile_is_not_made(tmp_path: Path) -> None:
    assert "No such file" in _refused(tmp_path / "a.py", [_GROUP], tmp_path)


def test_a_link_in_the_project_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "b.py", tmp_path / "a.py"
    real.write_text(_PROGRAM)
    link.symlink_to(real)
    apply(link, Document("a.py", _PROGRAM), [_GROUP], tmp_path)
    assert link.is_symlink()
    assert "rows = 7" in real.read_text()


@pytest.mark.parametrize("folder", [False, True])
def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path, folder: bool) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (outside / "b.py").write_text(_PROGRAM)
    link = project / "link"
    link.symlink_to(outside if folder else outside / "b.py")
    file = link / "b.py" if folder else link
    assert "isn't in the project" in _refused(file, [_GROUP], project)
    assert (outside / "b.py").read_text() == _PROGRAM


def test_a_project_behind_a_link_is_fixed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert b"rows = 7" in _applied(tmp_path / "link" / "a.py", _PROGRAM.encode(), tmp_path / "link")


def test_a_file_named_outside_of_the_project_is_fixed(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    assert b"rows = 7" in _applied(tmp_path / "a.py", _PROGRAM.encode(), tmp_path / "project")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX")
def test_a_disk_without_room_costs_nothing(tmp_path: Path) -> None:
    """The limit on the size of a file stands in for the end of the disk."""
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM + "#" * 10_000)
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from daft_lint.documents.document import read_document\n"
        "from daft_lint.findings import Edit\n"
        "from daft_lint.fixing import FixError, apply\n"
        "from daft_lint.plan.span import Span\n"
        "file = Path(sys.argv[1])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "group = (Edit(Span('a.py', 3, 8, 3, 9), '7'),)\n"
        "try:\n"
        "    apply(file, read_document(file, 'a.py'), [group], file.parent)\n"
        "except FixError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", script, str(file)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "can't be fixed: File too large; the file is unchanged" in done.stdout
    assert done.stderr == ""
    assert file.read_text() == _PROGRAM + "#" * 10_000
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_nobody_may_write_is_not_written_by_root_either(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM)
    file.chmod(0o444)
    try:
        assert "it is read-only" in _refused(file, [_GROUP], tmp_path)
        assert file.read_text() == _PROGRAM
    finally:
        file.chmod(0o644)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write it all")
def test_in_a_folder_that_may_not_be_written_no_file_is(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM)
    mode = tmp_path.stat().st_mode
    tmp_path.chmod(mode & ~0o222)
    try:
        assert "can't be fixed" in _refused(file, [_GROUP], tmp_path)
    finally:
        tmp_path.chmod(mode)


def test_a_text_that_would_name_another_encoding_is_not_written(tmp_path: Path) -> None:
    """The third line of a file names no encoding, the second one does."""
    text = "# one\nx = 1\n# coding: latin-1\n"
    file = tmp_path / "a.py"
    file.write_text(text)
    group: Group = (Edit(Span("a.py", 2, 1, 3, 1), ""),)
    apply(file, Document("a.py", text), [group], tmp_path)
    assert file.read_text() == text.replace("x = 1\n", "")
    text = "# one\nx = 1\n# coding: latin-1\ny = 'é'\n"
    file.write_text(text, encoding="utf-8")
    assert "save the file as UTF-8" in _refused(file, [group], tmp_path, text)


def test_a_file_keeps_its_encoding(tmp_path: Path) -> None:
    data = b"# coding: latin-1\nx = '\xe9'\nrows = 5\n"
    file = tmp_path / "a.py"
    file.write_bytes(data)
    text = decode(data, "a.py").text
    fixed: Group = (Edit(Span("a.py", 3, 8, 3, 9), "6"),)
    apply(file, Document("a.py", text), [fixed], tmp_path)
    assert file.read_bytes() == data.replace(b"5", b"6")
    strange: Group = (Edit(Span("a.py", 3, 8, 3, 9), "'漢'"),)
    text = text.replace("5", "6")
    assert "save the file as UTF-8" in _refused(file, [strange], tmp_path, text)


def _two(folder: Path) -> list[Rewrite]:
    files = [folder / "a.py", folder / "b.py"]
    for file in files:
        file.write_text(_PROGRAM)
    after = _PROGRAM.replace("5", "7")
    return [
        Rewrite(file, Document(file.name, _PROGRAM), Document(file.name, after), folder)
        for file in files
    ]


def test_files_that_hang_together_are_all_written(tmp_path: Path) -> None:
    rewrite(_two(tmp_path))
    assert all("rows = 7" in file.read_text() for file in tmp_path.iterdir())
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("gone", ["a.py", "b.py"])
def test_of_files_that_hang_together_none_is_written_when_one_has_changed(
    tmp_path: Path, gone: str
) -> None:
    both = _two(tmp_path)
    (tmp_path / gone).write_text(_PROGRAM + "# new\n")
    with pytest.raises(FixError, match=f"{gone}: changed since"):
        rewrite(both)
    assert not any("rows = 7" in file.read_text() for file in tmp_path.iterdir())


def test_files_that_were_replaced_already_get_back_what_they_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = _two(tmp_path)
    replaced = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if target.name == "b.py":
            raise OSError(28, "No space left on device", str(self))
        return replaced(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(FixError, match=r"b\.py: can't be fixed: No space left on device"):
        rewrite(both)
    assert [file.read_text() for file in sorted(tmp_path.iterdir())] == [_PROGRAM, _PROGRAM]
