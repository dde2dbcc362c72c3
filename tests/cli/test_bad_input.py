"""Files that no linter likes: each is told in one line, none ends the run."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

DAFT = "import daft\n"


@pytest.mark.parametrize(
    ("data", "code", "told"),
    [
        (b"import daft\nx = '\xff'\n", 2, "line 2 is not UTF-8"),
        (b"import daft\n\0", 2, "line 2 holds a NUL byte"),
        (b"# coding: nonsense\nimport daft\n", 2, "unknown encoding 'nonsense'"),
        (b"import daft\nx = (\n", 1, "'(' was never closed"),
        (b"", 0, "All clear: 1 file checked."),
        (b"\xef\xbb\xbfimport daft\r\n\tx = 1\r\n", 1, "DFT900 [error] unexpected indent"),
        (b"\xef\xbb\xbfimport daft\r\nif daft:\r\n\tx = 1\r\n", 0, "All clear"),
        (b"# coding: latin-1\nimport daft\nx = '\xff'\n", 0, "All clear"),
    ],
    ids=["not-utf8", "nul", "coding", "syntax", "empty", "bom-indent", "bom-crlf-tabs", "latin1"],
)
def test_a_file_that_is_hard_to_read(
    run: Run, tmp_path: Path, data: bytes, code: int, told: str
) -> None:
    (tmp_path / "file.py").write_bytes(data)
    result = run("file.py", "--output-format", "concise")
    assert result.returncode == code
    assert told in result.stdout
    assert result.stderr == ""


def test_windows_line_ends_and_a_bom_move_no_finding(run: Run, idle: Path) -> None:
    plain = run("idle.py", "--output-format", "concise").stdout
    idle.write_bytes(b"\xef\xbb\xbf" + idle.read_bytes().replace(b"\n", b"\r\n"))
    assert run("idle.py", "--output-format", "concise").stdout == plain


@pytest.mark.parametrize(
    "expression",
    [
        "f(" * 1_000 + ")" * 1_000,
        "f" + ".g()" * 1_000,
        "1" + " + 1" * 5_000,
        "[" * 1_000 + "]" * 1_000,
        "not " * 20_000 + "1",
    ],
    ids=["calls", "chain", "sum", "brackets", "not"],
)
def test_deep_nesting_never_reaches_the_person(run: Run, tmp_path: Path, expression: str) -> None:
    (tmp_path / "deep.py").write_text(f"{DAFT}x = {expression}\n")
    result = run("deep.py", "--output-format", "concise")
    assert result.returncode in {0, 1}
    assert "Error" not in result.stdout.replace("syntax-error", "")
    assert result.stderr == ""


def test_a_large_generated_file_is_read(run: Run, tmp_path: Path) -> None:
    rows = "\n".join(
        f"    ({n}, 'row {n} of a table that a program wrote')," for n in range(80_000)
    )
    (tmp_path / "table.py").write_text(f"{DAFT}TABLE = [\n{rows}\n]\n")
    assert (tmp_path / "table.py").stat().st_size > 3_500_000
    assert run("table.py").stdout == "All clear: 1 file checked.\n"


def test_a_loop_of_links_ends(run: Run, idle: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "again").symlink_to(tmp_path, target_is_directory=True)
    (inner / "self").symlink_to(inner / "self")
    result = run(".", "--output-format", "concise")
    assert result.returncode == 1
    assert result.stdout.count("DFT101") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_folder_without_permission_is_told(tmp_path: Path) -> None:
    """Root may read everything, so the linter runs as nobody where it can."""
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "fine.py").write_text(DAFT)
    closed.chmod(0)
    tmp_path.chmod(0o755)
    code = (
        "import os, sys\n"
        "from daft_lint.cli import main, check\n"
        "if os.getuid() == 0: os.setuid(65534)\n"
        "sys.argv[1:] = ['check', 'closed', 'fine.py']\n"
        "main()\n"
    )
    for parent in [tmp_path, *tmp_path.parents]:
        if parent.owner() == "root" and os.getuid() == 0:
            parent.chmod(parent.stat().st_mode | 0o005)
        if parent.name.startswith("pytest-of"):
            break
    try:
        result = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        closed.chmod(0o755)
    assert result.returncode == 2, result.stderr
    assert "closed: can't be read: Permission denied" in result.stdout
