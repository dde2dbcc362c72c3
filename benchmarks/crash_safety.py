"""Kills daft-lint at random moments, and while it writes, and looks at what it left behind.

The promise: whatever moment a run with a cache and with --fix is killed at, every source file is
whole, as it was or fixed, the next run tells what one without a cache tells, and nothing is left
that would hinder it.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

from daft_lint.cli import main as daft_lint

UNFIXED = """\
import daft  # noqa: DFT101


@daft.cls(max_concurrency={actors})
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)  # noqa: DFT102
    def __call__(self, text): ...


df = daft.from_glob_path("s3://bucket/*.txt")
df.with_column("embedding", Embed()(df["path"])).write_parquet("s3://bucket/out")  # noqa: DFT105
"""
_CACHE = "cache"
_OPTIONS = ("check", "--output-format=concise")
_COMMAND = (sys.executable, "-m", "daft_lint", *_OPTIONS, "-j2", "--fix")


@dataclass(slots=True)
class Outcome:
    """What was seen of runs that were killed.

    `moments` counts how far they had come. `temporary` counts the hidden files beside the sources
    that killed runs had begun to write; nobody looks at these. `problems` are broken promises.
    """

    killed: int = 0
    finished: int = 0
    moments: Counter[str] = field(default_factory=Counter)
    temporary: int = 0
    problems: list[str] = field(default_factory=list)


def main() -> int:
    """Kill, look, print; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="runs to kill")
    parser.add_argument("--aimed", type=int, default=100, help="runs to kill while they write")
    parser.add_argument("--files", type=int, default=30, help="files in the project")
    parser.add_argument("--seed", type=int, default=7, help="the same seed takes the same moments")
    options = parser.parse_args()
    outcome = kill_runs(options.kills, options.files, options.seed, aimed=options.aimed)
    print(f"{outcome.killed} runs were killed, {outcome.finished} had ended before")
    for moment, count in sorted(outcome.moments.items()):
        print(f"{count:5}  {moment}")
    print(f"{outcome.temporary:5}  temporary files left beside the sources")
    for problem in outcome.problems:
        print(problem, file=sys.stderr)
    print(f"{len(outcome.problems)} broken promises")
    return int(bool(outcome.problems))


def kill_runs(kills: int, files: int, seed: int, aimed: int = 0) -> Outcome:
    """Kill so many runs, each in a project of so many files that has findings to fix.

    Another `aimed` runs are killed right after one of the steps in which files are replaced.
    """
    chance = random.Random(seed)
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        texts = {
            f"job_{number:03}.py": UNFIXED.format(actors=number + 2) for number in range(files)
        }
        _write(project, texts)
        began = time.monotonic()
        _killed(project, 600)
        longest = time.monotonic() - began
        fixed = {name: (project / name).read_text() for name in texts}
        while outcome.killed < kills:
            _write(project, texts)
            if chance.random() < 0.3:
                # A cache that holds everything lets a run come to its fixes sooner.
                _run(project)
            _count(outcome, killed=_killed(project, chance.uniform(0.05, 1.1) * longest))
            _look(project, texts, fixed, outcome)
        while outcome.killed < kills + aimed:
            _write(project, texts)
            # A file is made beside each source, and takes its place.
            steps = chance.randint(1, 2 * files)
            _count(outcome, killed=_killed_after(project, steps, chance.uniform(0, 0.001)))
            _look(project, texts, fixed, outcome)
    return outcome


def _count(outcome: Outcome, *, killed: bool) -> None:
    outcome.killed += killed
    outcome.finished += not killed


def _write(project: Path, texts: dict[str, str]) -> None:
    """Start afresh: no file is fixed, and nothing is kept."""
    shutil.rmtree(project / _CACHE, ignore_errors=True)
    for left in project.glob(".*.daft-lint"):
        left.unlink()
    for name, text in texts.items():
        (project / name).write_text(text)


def _killed(project: Path, seconds: float) -> bool:
    """Start a run that fixes, and kill it after so many seconds; false if it ended before."""
    with _started(project) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            return True
    return False


def _killed_after(project: Path, steps: int, seconds: float) -> bool:
    """Kill a run so soon after it has changed the entries of the folder so often."""
    (project / _CACHE).mkdir()
    seen, last = 0, project.stat().st_mtime_ns
    with _started(project) as process:
        while process.poll() is None:
            now = project.stat().st_mtime_ns
            seen, last = seen + (now != last), now
            if seen >= steps:
                until = time.perf_counter() + seconds
                while time.perf_counter() < until:
                    pass
                process.send_signal(signal.SIGKILL)
                process.wait()
                return process.returncode == -signal.SIGKILL
    return False


def _started(project: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        _COMMAND,
        cwd=project,
        env={
            **{name: text for name, text in os.environ.items() if "DAFT_LINT" not in name},
            "DAFT_LINT_CACHE_DIR": _CACHE,
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _look(project: Path, before: dict[str, str], after: dict[str, str], outcome: Outcome) -> None:
    """Compare what is there with what may be there."""
    done = 0
    for name, text in before.items():
        found = (project / name).read_text()
        done += found == after[name]
        if found not in (text, after[name]):
            outcome.problems.append(f"{name} is neither as it was nor fixed: {len(found)} bytes")
    outcome.temporary += len(list(project.glob(".*.daft-lint")))
    results = list((project / _CACHE).glob("daft-lint/results/*"))
    fixed = "no file fixed" if not done else "all fixed" if done == len(before) else "some fixed"
    kept = "nothing kept" if not results else "something kept"
    outcome.moments[f"{kept}, {fixed}"] += 1
    plain, kept_run = _run(project, "--no-cache"), _run(project)
    if plain != kept_run:
        outcome.problems.append(f"with a cache another thing is told: {kept_run[:200]!r}")
    _run(project, "--fix")
    left = {name for name, text in after.items() if (project / name).read_text() != text}
    if left:
        outcome.problems.append(f"the next run does not fix {sorted(left)}")
    locks = [path.name for path in project.rglob("*") if "lock" in path.name]
    if locks:
        outcome.problems.append(f"locks are left: {locks}")


def _run(project: Path, *options: str) -> str:
    """What a run in this process tells, which starts as one in a process of its own does."""
    variables: dict[str, str | None] = {
        **{name: None for name in os.environ if name.startswith("DAFT_LINT_")},
        "DAFT_LINT_CACHE_DIR": _CACHE,
    }
    here = Path.cwd()
    os.chdir(project)
    try:
        done = CliRunner().invoke(daft_lint, [*_OPTIONS, "-j1", *options], env=variables)
    finally:
        os.chdir(here)
    if done.exit_code not in (0, 1):
        raise RuntimeError(f"daft-lint failed: {done.output.strip()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
