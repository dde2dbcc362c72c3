"""Lets daft-lint work on projects that somebody made to hurt who lints them.

The promises: every run ends within seconds of CPU time or says why not, in good order; what it
prints holds nothing that a terminal acts on; and nothing outside of the project is touched.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hostile_projects import IDLE, PROJECTS, build

SECONDS = 10
_WALL = 120
_MEMORY = 4 * 2**30
COMMANDS = (
    ("check", "."),
    ("check", ".", "--fix", "--unsafe-fixes"),
    ("check", ".", "--diff", "-q"),
    ("check", ".", "--isolated", "--no-cache", "-v"),
    ("check", "job.py", "other.py"),
    ("check", ".", "--add-noqa"),
    ("check", ".", "--output-file", "report.txt", "--output-format", "json", "-v"),
    ("check", ".", "--write-baseline", "base.json"),
    ("check", ".", "--baseline", "base.json"),
    ("check", ".", "--show-settings"),
    ("pipelines", "."),
    ("pipelines", ".", "--output-format", "json"),
    ("plan", "."),
    ("init", "--yes"),
    ("rule", "DFT101"),
)
WRITING = (
    ("check", ".", "--fix", "--unsafe-fixes", "-q"),
    ("check", ".", "--add-noqa", "-q"),
    ("check", ".", "--output-file", "report.txt"),
    ("check", ".", "--write-baseline", "base.json", "-q"),
    ("pipelines", ".", "--output-file", "report.txt", "--output-format", "json"),
    ("plan", ".", "--output-file", "report.txt"),
    ("init", "--yes"),
    ("check", ".", "--exit-zero", "-q"),
)
"""What writes files; the last one only its cache, without which it does as well."""
ACTIVE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""What a terminal acts on, or nobody sees."""
OUR_TRACEBACK = re.compile(r'File "[^"\n]*\bdaft_lint/')
"""A traceback of this package; a program's own is printed as it is."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended: its exit code, CPU seconds, peak memory and what it wrote."""

    code: int
    seconds: float
    mib: int
    out: bytes
    err: bytes


def main() -> int:
    """Attack, and print what broke; 1 when something did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, help="how many projects to take; all if not given")
    parser.add_argument("--only", default="", help="those whose names hold this")
    parser.add_argument("--commands", type=int, default=1, help="commands to run in each")
    parser.add_argument("--seed", type=int, default=1, help="takes other projects and commands")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    names = [name for name in PROJECTS if options.only in name]
    if options.count is not None:
        names = chance.sample(names, min(options.count, len(names)))
    tried = broken = 0
    for name in names:
        # The plain command is the one that everybody runs.
        for command in (COMMANDS[0], *chance.sample(COMMANDS[1:], options.commands)):
            tried += 1
            for problem in attacked(name, command):
                broken += 1
                print(f"{name}: daft-lint {' '.join(command)}: {problem}", file=sys.stderr)
    for command in WRITING:
        tried += 1
        for problem in on_full_disk(command, chance.choice((0, 1, 50))):
            broken += 1
            print(f"a full disk: daft-lint {' '.join(command)}: {problem}", file=sys.stderr)
    print(f"{tried} runs in {len(names) + 1} projects, {broken} broken promises")
    return int(bool(broken))


def attacked(name: str, command: Sequence[str]) -> Iterator[str]:
    """The promises that a command breaks in a project."""
    with tempfile.TemporaryDirectory() as folder:
        project, outside = Path(folder) / "project", Path(folder) / "outside"
        build(name, project, outside)
        before = held(outside)
        ended = run(project, *command)
        yield from problems(ended)
        if b"All clear" in ended.out and "--fix" not in command:
            yield "it says that all is clear"
        if held(outside) != before:
            yield "something outside of the project was touched"


def on_full_disk(command: Sequence[str], room: int) -> Iterator[str]:
    """The promises that a command breaks where no file may grow beyond so many bytes."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        project.mkdir()
        (project / "job.py").write_text(IDLE)
        (project / "report.txt").write_text("of yesterday")
        before = held(project)
        ended = run(project, *command, largest_file=room)
        yield from problems(ended)
        reported = (ended.out + ended.err).decode()
        if command != WRITING[-1] and (ended.code != 2 or "File too large" not in reported):
            yield f"it ended with {ended.code} and tells: {reported[-300:]}"
        left = {name: kept for name, kept in held(project).items() if "_cache" not in name}
        if left != before:
            yield f"it left {sorted(left)}, or changed one of them"


def run(
    project: Path,
    *command: str,
    largest_file: int = resource.RLIM_INFINITY,
    through: Sequence[str] = (),
    seconds: int = SECONDS,
    memory: int = _MEMORY,
) -> Ended:
    """Run daft-lint in a folder, as somebody with a home of their own, within limits.

    `through` is a command that runs the command behind it.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (2 * seconds, 2 * seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    home = project.parent / "home"
    home.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*through, sys.executable, "-m", "daft_lint", *command],
        cwd=project,
        env={**_environment(), "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=limit,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    end = threading.Timer(_WALL, os.killpg, (process.pid, signal.SIGKILL))
    end.start()
    with ThreadPoolExecutor(2) as threads, process.stdout, process.stderr:
        written = [threads.submit(stream.read) for stream in (process.stdout, process.stderr)]
        # What all children took together says nothing of the memory of this one.
        _, status, used = os.wait4(process.pid, 0)
        end.cancel()
        out, err = (stream.result() for stream in written)
    process.returncode = os.waitstatus_to_exitcode(status)
    mib = used.ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10)
    return Ended(process.returncode, used.ru_utime + used.ru_stime, mib, out, err)


def problems(
    ended: Ended, seconds: float = SECONDS, most_mib: float = float("inf")
) -> Iterator[str]:
    """What is wrong with how a run ended, whatever it was about."""
    said = (ended.out + ended.err).decode("utf-8", "surrogateescape")
    if ended.code not in {0, 1, 2}:
        yield f"it ended with {ended.code}: {said[-300:]}"
    elif OUR_TRACEBACK.search(said) or "internal error" in said:
        yield f"it failed: {said[-600:]}"
    if ended.code == 2 and not said.strip():
        yield "it can't do something, and says nothing"
    if ended.seconds > seconds:
        yield f"it took {ended.seconds:.0f} s"
    if ended.mib > most_mib:
        yield f"it took {ended.mib} MB"
    active = ACTIVE.search(said)
    if active is not None:
        yield f"it prints {active[0]!r}"


def _environment() -> Mapping[str, str]:
    ours = ("DAFT_LINT", "XDG_", "GITHUB_", "NO_COLOR")
    return {name: text for name, text in os.environ.items() if not name.startswith(ours)}


def held(folder: Path) -> Mapping[str, tuple[bytes, int]]:
    """All that a folder holds: the bytes and modes of its files."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(file): (file.read_bytes(), file.stat().st_mode) for file in files}


if __name__ == "__main__":
    sys.exit(main())
