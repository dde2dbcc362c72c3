"""Files that no linter likes: each is told in one line, none ends the run."""

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

DAFT = "import daft\n"


@pytest.mark.parametrize(
    ("data", "code", "reported"),
    [
        (b"import daft\nx = '\xff'\n", 2, "line 2 is not UTF-8"),
        ("\ufeffimport daft\n".encode("utf-16-le"), 2, "is UTF-16, which Python can't read"),
        ("\ufeffimport daft\n".encode("utf-32"), 2, "is UTF-32, which Python can't read"),
        (
            "\ufeffimport os\n".encode("utf-16-le"),
            0,
            "No problems found, no work judged. 1 file without Daft.",
        ),
        (b"import daft\n\0", 2, "line 2 holds a NUL byte"),
        (b"# coding: nonsense\nimport daft\n", 2, "unknown encoding 'nonsense'"),
        (b"import daft\nx = (\n", 1, "'(' was never closed"),
        (b"import daft_lance\ndaft_lance.merge_columns(", 1, "'(' was never closed"),
        (b"", 0, "No problems found, no work judged. 1 file without Daft."),
        (b"\xef\xbb\xbfimport daft\r\n\tx = 1\r\n", 1, "DFT900 [error] unexpected indent"),
        (
            b"\xef\xbb\xbfimport daft\r\nif daft:\r\n\tx = 1\r\n",
            0,
            "No problems found, no work judged. 1 file read.",
        ),
        (
            b"# coding: latin-1\nimport daft\nx = '\xff'\n",
            0,
            "No problems found, no work judged. 1 file read.",
        ),
    ],
    ids=[
        "not-utf8",
        "utf16-le",
        "utf32",
        "utf16-without-daft",
        "nul",
        "coding",
        "syntax",
        "syntax-of-daft-lance",
        "empty",
        "bom-indent",
        "bom-crlf-tabs",
        "latin1",
    ],
)
def test_a_file_that_is_hard_to_read(
    run: Run, tmp_path: Path, data: bytes, code: int, reported: str
) -> None:
    (tmp_path / "file.py").write_bytes(data)
    result = run("file.py", "--output-format", "concise")
    assert result.returncode == code
    assert reported in result.stdout
    assert result.stderr == ""


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


def test_a_loop_of_links_ends(run: Run, idle: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "again").symlink_to(tmp_path, target_is_directory=True)
    (inner / "self").symlink_to(inner / "self")
    result = run(".", "--output-format", "concise")
    assert result.returncode == 1
    assert result.stdout.count("DFT101") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_not_waited_for(run: Run, idle: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    named = run("pipe.py", "--output-format", "concise")
    assert named.returncode == 2
    assert named.stdout.startswith(
        "pipe.py: error: isn't a regular file; pass its text as standard input, with - as the "
        "path\n"
    )
    idle.write_text(
        idle.read_text().replace("=4", "=FOUR").replace(DAFT, f"{DAFT}from pipe import FOUR\n")
    )
    assert run(".").returncode in {0, 1}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(
    "name",
    [
        ".gitignore",
        "daft-lint-facts.toml",
        "daft-lint.toml",
        "pyproject.toml",
        "inner/pyproject.toml",
    ],
)
def test_a_named_pipe_that_is_no_settings_is_refused(
    run: Run, idle: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "job.py").write_text(idle.read_text())
    os.mkfifo(tmp_path / name)
    done = run(".")
    assert done.returncode == 2
    assert f"{name}: can't be read: it isn't a regular file" in done.stdout + done.stderr


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="needs files for open streams")
def test_a_pipe_is_read_by_a_dash_only(idle: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "daft_lint", "--output-format", "concise", "/dev/stdin"],
        input=idle.read_text(),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stdout.startswith("/dev/stdin: error: isn't a regular file; pass its text")


LONG = "a" * 5_000


@pytest.mark.skipif(sys.platform == "win32", reason="paths have other limits there")
@pytest.mark.parametrize("arguments", [[LONG], ["--stdin-filename", f"{LONG}.py", "-"]])
def test_a_path_that_is_too_long_is_reported_in_a_line(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    reported = result.stdout + result.stderr
    assert "internal error" not in reported
    assert "File name too long" in reported


def test_a_link_to_itself_is_reported_in_a_line(run: Run, idle: Path, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    result = run("--output-file", "loop", "idle.py")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "internal error" not in result.stderr


@pytest.mark.parametrize("named", ["a.py", "folder", "folder/job.py"])
def test_links_that_lead_in_a_circle_cost_no_finding_of_others(
    run: Run, idle: Path, tmp_path: Path, named: str
) -> None:
    for first, second in (("a.py", "b.py"), ("folder", "other")):
        (tmp_path / first).symlink_to(second)
        (tmp_path / second).symlink_to(first)
    alone = run(named, "--output-format", "concise")
    reported = f"{named}: error: can't be read: {os.strerror(errno.ELOOP)}\n"
    assert (alone.returncode, alone.stderr) == (2, "")
    assert alone.stdout.startswith(reported)
    result = run("idle.py", named, "--output-format", "concise")
    assert (result.returncode, result.stderr) == (2, "")
    assert result.stdout.startswith("idle.py:12:")
    assert reported in result.stdout
    walked = run(".", "--output-format", "concise")
    assert (walked.returncode, walked.stdout.count("DFT101")) == (1, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="no folder can be removed there that is in use")
def test_a_folder_that_is_gone_is_reported_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    # Python itself can't start with a path that is relative to a folder that is gone.
    paths = [path for path in sys.path if Path(path).is_absolute()]
    ended = subprocess.run(
        ["sh", "-c", 'rmdir ../gone; exec "$0" -m daft_lint', sys.executable],
        cwd=tmp_path / "gone",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    reported = "daft-lint: the current folder was deleted; start from another one\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", reported)


AS_NOBODY = """
import os, sys
from daft_lint.cli import main
# Everything is imported while the interpreter's own folder may still be read.
sys.argv[0] = "daft-lint"
if os.getuid() == 0:
    try:
        main(standalone_mode=False)
    except SystemExit:
        pass
    os.setuid(65534)
main()
"""


CLOSED = "closed/a.py"
UNREADABLE = (
    "closed/a.py: error: can't be read: Permission denied\n"
    "No problems in what could be checked, no work judged. 1 file read."
)


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["fine.py", "closed"], "closed: error: can't be read: Permission denied"),
        (["fine.py", CLOSED], UNREADABLE),
        (["plan", CLOSED], "daft-lint: closed/a.py: can't be read: Permission denied"),
        (["live", "closed/b.py"], "daft-lint: closed/b.py: can't be read: Permission denied"),
        (
            ["-", "--stdin-filename", CLOSED],
            "No problems found, no work judged. 1 file without Daft.",
        ),
        (["fine.py", "--output-file", "closed/x"], "can't write closed/x: Permission denied"),
        (["fine.py", "--write-baseline", "closed/x"], "can't write closed/x: Permission denied"),
        (["fine.py", "--config", "closed/x"], "closed/x can't be read: Permission denied"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_folder_without_permission_is_reported(arguments: list[str], reported: str) -> None:
    """Root may read everything, so the linter goes on as nobody where it starts as root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "fine.py").write_text(DAFT)
        (folder / "closed").mkdir()
        (folder / CLOSED).write_text(DAFT)
        (folder / "closed").chmod(0)
        if arguments[0] == "fine.py":
            arguments = [*arguments, "--output-format", "concise"]
        result = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        (folder / "closed").chmod(0o700)
    assert result.returncode == (0 if reported.startswith("No problems") else 2), result.stderr
    assert reported in result.stdout + result.stderr
    assert "internal error" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that takes nothing")
@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["check", "--show-settings"], ["idle.py"]],
)
def test_output_that_nobody_takes_is_reported_in_a_line(
    arguments: list[str], idle: Path, tmp_path: Path
) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "daft_lint", *arguments],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr == "daft-lint: can't write standard output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit to the size of files")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"), [(["-q", "--fix", "-"], ""), (["rule", "--all"], "1")]
)
def test_output_that_is_taken_in_part_is_reported_too(
    arguments: list[str], unbuffered: str, tmp_path: Path
) -> None:
    program = ["sh", "-c", 'ulimit -f 8; exec "$0" "$@"', sys.executable, "-m", "daft_lint"]
    with (tmp_path / "out").open("wb") as taking:
        ended = subprocess.run(
            [*program, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"},
            input=DAFT + "# some text\n" * 2_000,
            stdout=taking,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr == "daft-lint: can't write standard output: File too large\n"


CLOSED_OUTPUT = "daft-lint: can't write standard output: Bad file descriptor\n"
CLOSED_ERROR = "daft-lint: can't write standard error: Bad file descriptor\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("command", "code", "reported"),
    [
        ("--version >&-", 2, CLOSED_OUTPUT),
        ("idle.py >&-", 2, CLOSED_OUTPUT),
        ("-q fine.py >&-", 0, ""),
        ("-q --output-file out.txt idle.py >&-", 1, ""),
        ("fine.py 2>&-", 0, "No problems found, no work judged. 1 file read.\n"),
        ("-v fine.py 2>&-", 2, CLOSED_ERROR),
        ("-q fine.py <&- >&- 2>&-", 0, ""),
        ("idle.py <&- >&- 2>&-", 2, ""),
        ("- <&-", 2, "daft-lint: there is no standard input to read\n"),
        ("server <&-", 2, "daft-lint: there is no standard input to read\n"),
    ],
)
def test_a_closed_stream_matters_to_what_needs_it(
    command: str, code: int, reported: str, idle: Path, tmp_path: Path
) -> None:
    (tmp_path / "fine.py").write_text(DAFT)
    ended = subprocess.run(
        ["sh", "-c", f'"$0" -m daft_lint {command}', sys.executable],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (code, reported)
    if "out.txt" in command:
        assert "DFT101" in (tmp_path / "out.txt").read_text()


def test_a_comment_of_a_file_that_is_no_program_is_not_called_unused(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(f"{DAFT}y = 1  # noqa: DFT101\nx = (\n")
    reported = run("a.py", "--output-format", "concise").stdout
    assert "DFT900" in reported
    assert "DFT901" not in reported


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
def test_a_diff_does_nothing_to_a_terminal(tmp_path: Path) -> None:
    import pty

    program = "import daft\n\nx = '\x1b[31m'\ndf = daft.range(9).repartition(4).repartition(2)\n"
    (tmp_path / "a.py").write_text(f"{program}df.show()\n")
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "daft_lint", "a.py", "--diff", "--unsafe-fixes", "--color=never"],
        cwd=tmp_path,
        stdout=theirs,
        stderr=theirs,
        check=False,
    )
    os.close(theirs)
    reported = os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.returncode == 1, reported
    assert "\\x1b[31m" in reported
    assert "\x1b" not in reported


@pytest.mark.parametrize("command", ["check", "pipelines", "plan"])
@pytest.mark.parametrize("name", ["missing.py", "broken.py"])
def test_what_could_not_be_read_is_not_clear(
    run: Run, tmp_path: Path, command: str, name: str
) -> None:
    (tmp_path / "broken.py").write_text("import daft\ndf = daft.read_parquet(\n")
    done = run(command, name)
    assert done.returncode == (1 if command == "check" and name == "broken.py" else 2)
    for clear in ("No problems", "No pipelines", "Nothing to plan"):
        assert clear not in done.stdout
