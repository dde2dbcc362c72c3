"""Runs the tests of live plans with several versions of Daft, each in an environment of its own.

The promise: what daft-lint reads of a live plan is right on the oldest version that it supports, on
the first 0.7 and on the newest, and what a version doesn't tell is unknown.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("0.6.4", "0.7.0", "0.7.26")
TESTS = (
    "tests/live",
    "tests/live_plan",
    "tests/metadata",
    "tests/native/test_both_ways.py",
    "tests/native/test_daft_api.py",
    "tests/native/test_decorator_keywords.py",
    "tests/native/test_live_documented_plans.py",
    "tests/native/test_live_runs_nothing.py",
    "tests/native/test_live_sources.py",
    "tests/native/test_optimiser_model.py",
    "tests/native/test_option_values.py",
    "tests/native/test_pytest_plugin.py",
)
_TOOLS = ("hypothesis", "packaging", "psutil", "pytest", "syrupy")


def main() -> None:
    """Run the tests with each version; end with 1 when any fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", default=VERSIONS, help="versions of Daft")
    versions = parser.parse_args().versions
    passed = {version: _passes(version) for version in versions}
    for version, well in passed.items():
        print(f"Daft {version}: {'passed' if well else 'FAILED'}")
    sys.exit(0 if all(passed.values()) else 1)


def _passes(version: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        install = ("-m", "pip", "install", "--quiet", "-e", str(ROOT), f"daft=={version}", *_TOOLS)
        subprocess.run([python, *install], check=True)
        tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)
        return subprocess.run([python, *tests], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    main()
