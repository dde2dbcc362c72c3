"""Live progress, seen from outside: on a pseudo-terminal and on a pipe."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

PROGRAM = """\
import sys, time
from daft_lint.cli.verification_progress import VerificationProgress
from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.plan.span import Span
from daft_lint.verification.verdict import Verdict, Verification

def verified(path, verdict):
    span = Span(path, 17, 1, 17, 2)
    finding = Finding("DFT101", "idle", "", span, Severity.WARNING, Confidence.CERTAIN)
    return Verification(finding, verdict, "")

with VerificationProgress(wanted="quiet" not in sys.argv, total=2) as watching:
    watching.cluster(2)
    time.sleep(0.3)
    watching.run("folder/" * 20 + "embed.py:17 DFT101", 1, 3, 0.2)
    time.sleep(0.4)
    print("a result")
    watching.run("embed.py:17 DFT101 with the remedy", 2, 3, 60)
    time.sleep(0.3)
    if "fails" in sys.argv:
        raise SystemExit(3)
    watching.finished(verified("embed.py", Verdict.CONFIRMED))
    time.sleep(0.3)
    watching.run("odd.py:17 DFT101", 1, 1, 7)
    watching.finished(verified("odd\\x1b[31m\\udcff.py", Verdict.INCONCLUSIVE))
    time.sleep(0.3)
"""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_a_terminal(*arguments: str, **environment: str) -> tuple[str, str, int]:
    """What a terminal of 80 columns gets, what standard output gets, and the exit code."""
    terminal, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "PYTHONUTF8": "1", **environment},
    )
    os.close(theirs)
    with process:
        drawn = read_all(terminal)
        assert process.stdout is not None
        printed = process.stdout.read().decode()
    os.close(terminal)
    return drawn, printed, process.returncode


def read_all(terminal: int) -> str:
    chunks = []
    while select.select([terminal], [], [], 60)[0]:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:
            break
        if not chunk:
            break
        chunks.append(chunk)
    return b"".join(chunks).decode()


def on_a_pipe(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        check=False,
        timeout=60,
    )


@pytest.fixture(scope="module")
def drawn() -> str:
    """What a terminal gets of a run that ends well."""
    return on_a_terminal()[0]


def test_a_terminal_shows_what_goes_on(drawn: str) -> None:
    text = ESCAPES.sub("", drawn)
    assert "Finding 1 of 2: starting a Ray cluster of 2 workers" in text
    assert "Finding 1 of 2: embed.py:17 DFT101 with the remedy" in text
    assert re.search(r"trial 2 of 3  ━*─+  \d s of about 60 s", text)
    assert re.search(r"trial 1 of 3  ━+  \d s, expected about 0 s", text)
    assert "2 of 2 findings done" in text


def test_a_terminal_ticks_while_nothing_happens(drawn: str) -> None:
    signs = set(re.findall("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]", drawn))
    assert len(signs) >= 3


def test_a_long_path_is_cut_at_its_start(drawn: str) -> None:
    lines = ESCAPES.sub("", drawn).replace("\r", "\n").split("\n")
    assert max(map(len, lines)) < 80
    assert any(
        re.fullmatch(r"Finding 1 of 2: ….*folder/embed.py:17 DFT101 *", line) for line in lines
    )


def assert_left_as_it_was(drawn: str) -> None:
    """The cursor is shown again, and both lines are erased."""
    hidden, shown = drawn.rindex("\x1b[?25l"), drawn.rindex("\x1b[?25h")
    assert hidden < shown
    assert drawn[shown:].count("\x1b[2K") >= 2


def test_a_terminal_is_left_as_it_was(drawn: str) -> None:
    assert_left_as_it_was(drawn)


def test_a_terminal_is_left_as_it_was_after_a_failure() -> None:
    drawn, printed, code = on_a_terminal("fails")
    assert_left_as_it_was(drawn)
    assert (printed, code) == ("a result\n", 3)


def test_results_go_to_standard_output_meanwhile(drawn: str) -> None:
    assert "a result" not in drawn


def test_a_terminal_without_unicode_gets_ascii() -> None:
    drawn, _, _ = on_a_terminal(PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert drawn.isascii()
    assert re.search(r"trial 2 of 3  #*-+  \d s of about 60 s", ESCAPES.sub("", drawn))


LINES = (
    r"daft-lint: (folder/)+embed\.py:17 DFT101: 3 trials, about 1 s\n"
    r"daft-lint: 1 of 2: embed\.py:17 DFT101 confirmed, \d s\n"
    r"daft-lint: odd\.py:17 DFT101: 1 trial, about 7 s\n"
    r"daft-lint: 2 of 2: odd\\x1b\[31m\\udcff\.py:17 DFT101 inconclusive, \d s\n"
)


def test_elsewhere_lines_say_what_runs_and_what_came_of_it() -> None:
    done = on_a_pipe(FORCE_COLOR="1")
    assert re.fullmatch(LINES, done.stderr)
    assert done.stdout == "a result\n"


def test_a_dumb_terminal_gets_lines_too() -> None:
    drawn, _, _ = on_a_terminal(TERM="dumb")
    assert re.fullmatch(LINES, drawn.replace("\r\n", "\n"))


@pytest.mark.parametrize("terminal", [True, False])
def test_quiet_is_quiet(terminal: bool) -> None:
    said = on_a_terminal("quiet")[0] if terminal else on_a_pipe("quiet").stderr
    assert said == ""


def test_rich_is_loaded_only_to_draw(tmp_path: Path) -> None:
    code = f"{PROGRAM}\nassert 'rich' not in sys.modules"
    program = tmp_path / "program.py"
    program.write_text(code)
    subprocess.run([sys.executable, str(program)], check=True, capture_output=True, timeout=60)
