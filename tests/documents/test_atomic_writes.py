"""What may be replaced, and what is left of those that were killed while they replaced a file."""

import os
import time
from pathlib import Path

import pytest

from daft_lint.documents.atomic_writes import replace_file, replace_files

ABANDONED = ".0123456789abcdef.daft-lint"
OTHERS = (".fedcba9876543210.daft-lint", ".daft-lint", "0123456789abcdef.daft-lint", ".a.py.swp")


def filled(folder: Path) -> set[str]:
    """A folder with old files; the first of the others is a minute old, the rest are days."""
    before = time.time() - 100_000
    for name in (ABANDONED, *OTHERS):
        (folder / name).write_text("left")
        os.utime(folder / name, (before, before))
    young = time.time() - 60
    os.utime(folder / OTHERS[0], (young, young))
    return set(OTHERS)


def test_a_file_that_nobody_writes_any_more_goes_with_the_next_one_written(tmp_path: Path) -> None:
    others = filled(tmp_path)
    replace_file(tmp_path / "a.py", b"new")
    assert {path.name for path in tmp_path.iterdir()} == {*others, "a.py"}


def test_so_it_does_in_each_folder_that_is_written_to(tmp_path: Path) -> None:
    files = [tmp_path / name / "a.py" for name in "xy"]
    for file in files:
        file.parent.mkdir()
        file.write_bytes(b"old")
        filled(file.parent)
    replace_files([(file, b"new") for file in files])
    assert not any((file.parent / ABANDONED).exists() for file in files)
    assert [file.read_bytes() for file in files] == [b"new", b"new"]


def test_a_file_that_nobody_may_write_is_not_replaced_by_root_either(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("kept")
    file.chmod(0o444)
    with pytest.raises(PermissionError):
        replace_file(file, b"new")
    assert (file.read_text(), list(tmp_path.iterdir())) == ("kept", [file])
