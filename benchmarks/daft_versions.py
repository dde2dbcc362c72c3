"""Runs the truth tests with several versions of Daft, each in an environment of its own.

    python benchmarks/daft_versions.py            # the oldest, the first 0.7, the newest, and newer
    python benchmarks/daft_versions.py --every    # each version that is supported
    python benchmarks/daft_versions.py 0.7.26 --only tests/ray/test_findings_are_true.py

The promise: what daft-lint says is right on every version that it supports, with the Ray that
Daft's own metadata allows, and what a version doesn't tell is unknown. Pre-releases that can be had
are run too. Writes `benchmarks/results/versions.json` and `docs/versions.md`, which tell what ran.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import venv
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "versions.json"
PAGE = ROOT / "docs" / "versions.md"
OLDEST = (0, 6, 4)
FIRST_OF_07 = "0.7.0"
# On each version of Daft; what a version lacks, its tests skip.
TESTS = (
    "tests/live",
    "tests/live_plan",
    "tests/metadata",
    "tests/daft_api",
    "tests/native/test_live_agrees.py",
    "tests/native/test_daft_api.py",
    "tests/native/test_decorator_keywords.py",
    "tests/native/test_live_documented_plans.py",
    "tests/native/test_live_runs_nothing.py",
    "tests/native/test_live_sources.py",
    "tests/native/test_optimiser_model.py",
    "tests/native/test_option_values.py",
    "tests/native/test_pytest_plugin.py",
)
# On a real cluster, with the newest version and those to come.
ON_RAY = (
    "tests/ray/test_findings_are_true.py",
    "tests/ray/test_pipeline_rules.py",
    "tests/ray/test_work_without_a_pool.py",
)
_TOOLS = ("hypothesis", "packaging", "psutil", "pytest", "syrupy")
_VERSION = re.compile(r"\d+(?:\.\d+)+(?:(?:a|b|rc|\.dev)\d+)?")
_COUNTS = re.compile(r"(\d+) (passed|failed|skipped|error)")
_ASKED = """
import daft, platform, ray
print(daft.__version__, ray.__version__, platform.python_version())
"""
_HEAD = """# Versions

Some tests compare what daft-lint says about Daft with a real Daft. They ran with these versions,
each with the newest Ray that Daft's own metadata allows. To run them:

    python benchmarks/daft_versions.py

Daft 0.7.6 to 0.7.15 lose rows themselves: of eight threads that each collect 1,000 rows on the
native runner, some get 0 and some 2,000. The one test that does so is skipped there.

| Daft | Ray | Python | tests | passed | skipped | failed | on |
| --- | --- | --- | --- | ---: | ---: | ---: | --- |
"""
_TESTS_HEAD = """
## Tests

These sets of tests ran, below `tests` in the repository:

"""


@dataclass(frozen=True, slots=True)
class Run:
    """What tests came to with one version of Daft, the Ray and the Python that it ran with."""

    daft: str
    ray: str
    python: str
    tests: str
    passed: int
    skipped: int
    failed: int
    date: str


def main() -> None:
    """Run the tests with each version; end with 1 when any fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", help="versions of Daft")
    parser.add_argument("--every", action="store_true", help="each version that is supported")
    parser.add_argument("--only", nargs="+", default=(), help="these tests")
    options = parser.parse_args()
    published = _published()
    newest = [version for version in published if version.replace(".", "").isdigit()][-1]
    ahead = published[published.index(newest) + 1 :]
    some = (published[0], FIRST_OF_07, newest, *ahead)
    versions = options.versions or (published if options.every else some)
    runs: list[Run] = []
    for version in versions:
        tests = options.only or (*TESTS, *(ON_RAY if version in (newest, *ahead) else ()))
        runs.append(_run(version, tuple(tests)))
        print(f"Daft {version}: {'passed' if not runs[-1].failed else 'FAILED'}", flush=True)
    keep(runs)
    sys.exit(int(any(run.failed for run in runs)))


def _published() -> list[str]:
    """The versions that are supported and can be had, pre-releases too, in order."""
    command = (sys.executable, "-m", "pip", "index", "versions", "--pre", "daft")
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"Available versions: (.*)", listed)
    versions = _VERSION.findall(found[1]) if found is not None else []
    return [version for version in reversed(versions) if _numbers(version) >= OLDEST]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def _run(version: str, tests: tuple[str, ...]) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        # What the extra `ray` asks for is what that version can do.
        install = ("-m", "pip", "install", "--quiet", "-e", str(ROOT), f"daft[ray]=={version}")
        subprocess.run([python, *install, *_TOOLS], check=True)
        return run_in(python, tests)


def run_in(python: Path, tests: tuple[str, ...]) -> Run:
    """Run tests by the Python of an environment."""
    versions = subprocess.run([python, "-c", _ASKED], capture_output=True, text=True, check=True)
    daft, ray, running = versions.stdout.split()
    command = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout[-2000:] if done.returncode else "", end="", flush=True)
    counts = {what: int(number) for number, what in _COUNTS.findall(done.stdout[-300:])}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    if done.returncode and not failed:
        failed = 1
    names = ", ".join(f"`{test.removeprefix('tests/')}`" for test in tests)
    date = datetime.now(timezone.utc).date().isoformat()
    passed, skipped = counts.get("passed", 0), counts.get("skipped", 0)
    return Run(daft, ray, running, names, passed, skipped, failed, date)


def keep(runs: list[Run]) -> None:
    """Write down what was run, in the place of what was run before with the same versions."""
    known = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []
    kept = {(entry["daft"], entry["ray"], entry["tests"]): entry for entry in known}
    kept |= {(run.daft, run.ray, run.tests): asdict(run) for run in runs}
    rows = sorted(kept.values(), key=lambda entry: (_numbers(entry["daft"]), entry["tests"]))
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    columns = ("daft", "ray", "python", "tests", "passed", "skipped", "failed", "date")
    sets = {tests: f"[{number}](#tests)" for number, tests in enumerate(_sets(rows), 1)}
    shown = (row | {"tests": sets[row["tests"]]} for row in rows)
    lines = (f"| {' | '.join(str(row[name]) for name in columns)} |\n" for row in shown)
    told = (f"{number}. {tests}\n" for number, tests in enumerate(sets, 1))
    PAGE.write_text(_HEAD + "".join(lines) + _TESTS_HEAD + "".join(told), "utf-8")


def _sets(rows: list[dict[str, Any]]) -> list[str]:
    """The sets of tests that ran, each once, in the order of the rows."""
    return list(dict.fromkeys(row["tests"] for row in rows))


if __name__ == "__main__":
    main()
