"""Every file is opened in one place, which waits for nothing and reads no more than its bound."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import daft_lint
from daft_lint.documents.file_status import opened, read_whole

PACKAGE = Path(daft_lint.__file__).parent
THE_ONE = PACKAGE / "documents/file_status.py"
READERS = {"open", "open_code", "read_text", "read_bytes", "fdopen"}


def _sources() -> list[Path]:
    return [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "rules").rglob("*.py")]


def _readings(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls that open or read a file, but for those that write one or open a stream by number."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        said = " ".join(map(ast.unparse, node.args))
        writes = any(word in said for word in ("'w'", "'wb'", "O_WRONLY", "devnull"))
        if name in READERS and not writes and not said.startswith(("own", "os.dup(")):
            yield node


def test_files_are_opened_in_one_place() -> None:
    elsewhere = [
        f"{file.name}:{call.lineno}: {ast.unparse(call)}"
        for file in _sources()
        if file != THE_ONE
        if any(f"{reader}(" in (text := file.read_text("utf-8")) for reader in READERS)
        for call in _readings(ast.parse(text))
    ]
    assert elsewhere == []


@pytest.mark.parametrize(
    "code",
    ["open(path)", "path.open()", "path.read_text()", "os.open(path, os.O_RDONLY)", "io.open(p)"],
)
def test_a_reading_elsewhere_would_be_found(code: str) -> None:
    assert list(_readings(ast.parse(code)))


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"12345")
    assert read_whole(file, 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_whole(file, 4)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_file_that_hides_its_size_is_read_up_to_its_bound() -> None:
    assert read_whole(Path("/proc/self/status"))
    with pytest.raises(OSError, match="more than 10 bytes"):
        read_whole(Path("/proc/self/status"), 10)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="isn't a regular file"):
        opened(tmp_path / "pipe")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs devices")
def test_a_device_is_refused(tmp_path: Path) -> None:
    (tmp_path / "endless").symlink_to("/dev/zero")
    with pytest.raises(OSError, match="isn't a regular file"):
        opened(tmp_path / "endless")


def test_a_folder_and_a_name_that_no_path_has_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        opened(tmp_path)
    with pytest.raises(OSError, match="its name has a NUL"):
        opened(tmp_path / "a\0b")
