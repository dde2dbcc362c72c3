"""Runs the tests that take a part of a table in CI, with all of it."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_EVERYTHING = {"DAFT_LINT_TEST_EVERYTHING": "1"}


def main() -> int:
    """Run them; pytest's exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="where draws by chance begin")
    seed = parser.parse_args().seed
    sampling = [
        file
        for file in sorted((ROOT / "tests").rglob("*.py"))
        if "\nfrom sampling import" in file.read_text("utf-8")
    ]
    # What helps several tests samples for all in its folder.
    tests = {str(file if file.name.startswith("test_") else file.parent): None for file in sampling}
    command = [sys.executable, "-m", "pytest", "-q", f"--hypothesis-seed={seed}", *tests]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, **_EVERYTHING})


if __name__ == "__main__":
    sys.exit(main())
