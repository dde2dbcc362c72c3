"""What all tests run with.

They keep no results for later runs, but for those that are about it.
"""

import compileall
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from syrupy.assertion import SnapshotAssertion

sys.path.append(str(Path(__file__).parent))

from headless import NAMES, REQUIRED, Chromium
from prepared import Prepared

os.environ.setdefault("DAFT_LINT_NO_CACHE", "1")
# Those have a folder of the tests' own, and leave the user's alone.
_CACHE = tempfile.TemporaryDirectory()
os.environ["DAFT_LINT_CACHE_DIR"] = _CACHE.name

# A terminal's size as one process was told it, which pytest-xdist hands on: the readline of Python
# puts it there. Tests that are about it say what it is.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)

# How long an input takes is a matter of the machine: the first text in a fresh clone takes a second
# on a busy one.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# A shell's background jobs ignore Ctrl-C, and what `nohup` starts ignores the end of a terminal. So
# would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

ROOT = Path(__file__).parents[1]

# A syntax tree is tens of thousands of objects that live as long as its test needs them. Python
# would look through all of them again and again for garbage (a tenth of the time of all tests).
gc.set_threshold(100_000, 50, 100)


def pytest_configure(config: pytest.Config) -> None:
    """Compile once what hundreds of processes import, whether or not they may keep it."""
    if not hasattr(config, "workerinput"):
        for folder in ("daft_lint", "rules"):
            compileall.compile_dir(ROOT / folder, quiet=2)


# What a test needs, by its folder or file; all others are fast.
_MARKS = {
    "ray": ("ray",),
    "process": (
        *("benchmarks", "cli", "docs", "live", "mcp", "metadata", "native", "project"),
        *("pytest_plugin", "server"),
    ),
    "slow": (
        *("across_files", "adoption", "fixing", "planning", "rules"),
        "reading/test_reading_robustness.py",
        *("scheduling/test_overheads.py", "scheduling/test_physics.py"),
        *("scheduling/test_tuning.py", "test_growing_programs.py", "test_tools_agree.py"),
    ),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with what it needs, so that `-m fast` runs those that need nothing."""
    for item in items:
        marks = _marks_of(item.path)
        if "chromium" in getattr(item, "fixturenames", ()):
            marks = (*marks, "browser")
        for mark in marks or ["fast"]:
            item.add_marker(mark)
    # Long files first: a long one that starts last would leave the other processes without work.
    items.sort(key=_turn)


@cache
def _marks_of(path: Path) -> tuple[str, ...]:
    place = path.relative_to(ROOT / "tests") if path.is_relative_to(ROOT) else path
    return tuple(mark for mark, paths in _MARKS.items() if any(map(place.is_relative_to, paths)))


# They look at the same programs: what is simulated for one of them, the others know.
_TOGETHER = (
    *("tests/adoption/test_cases.py", "tests/fixing/test_cases.py"),
    *("tests/fixing/test_variants.py", "tests/rules/test_cases.py"),
    "tests/test_tools_agree.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Give each process whole files, and one of them all of those that share their work."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            return _TOGETHER[0] if file in _TOGETHER else file

    return Scheduling(config, log)


def _turn(item: pytest.Item) -> int:
    marks = {mark.name for mark in item.iter_markers()}
    return 0 if "slow" in marks else 2 if "fast" in marks else 1


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """From here on, what was made for all tests is looked through no more."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say how to renew a snapshot, in the report of a test that failed on one."""
    report = yield
    if report.failed and any(map(_differs, getattr(item, "funcargs", {}).values())):
        report.sections.append(("A snapshot differs", f"If it should, {_renewal(item)}"))
    return report


def _differs(fixture: object) -> bool:
    return isinstance(fixture, SnapshotAssertion) and not all(
        execution.success for execution in fixture.executions.values()
    )


def _renewal(item: pytest.Item) -> str:
    """What to run: `make update` renews the snapshots of rules and reports only."""
    place = item.path.relative_to(ROOT)
    renewed = place.parts[1].startswith(("rules", "reporting"))
    command = "make update" if renewed else f"pytest --snapshot-update {place}"
    return f"run `{command}`, then read the diff."


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Chromium:
    """A browser; tests are skipped where there is none, but not where one is required."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        reason = f"no {', '.join(NAMES)} on PATH"
        if os.environ.get(REQUIRED):
            pytest.fail(f"{reason}, and {REQUIRED} is set")
        pytest.skip(reason)
    return Chromium(program, tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="session")
def prepared() -> Iterator[Prepared]:
    """Runs commands that need no Python which starts anew, in an eighth of the time."""
    with Prepared({**os.environ, "PYTHONUTF8": "1"}) as process:
        yield process
