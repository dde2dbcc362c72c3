"""Runs programs of old names on the Daft that had them, and keeps what they print.

    python benchmarks/removed_api.py --packages FOLDER

The programs stand in `tests/daft_api/corpus`, what Daft 0.6.14 prints beside them. A test runs them
on the installed Daft after `--fix --unsafe-fixes` of DFT310, and they have to print the same.
FOLDER is that of `daft_api.py`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_CORPUS = Path(__file__).parents[1] / "tests" / "daft_api" / "corpus"
_VERSION = "0.6.14"


def main() -> None:
    """Run each program, and write down what it prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="where the packages are kept")
    package = parser.parse_args().packages / _VERSION
    quiet = {"DO_NOT_TRACK": "1", "DAFT_PROGRESS_BAR": "0", "PYTHONPATH": str(package)}
    for program in sorted(_CORPUS.glob("*.py")):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                (sys.executable, "-W", "ignore", str(program)),
                cwd=folder,
                env={**os.environ, **quiet},
                stdout=subprocess.PIPE,
                check=True,
            )
        program.with_suffix(".txt").write_bytes(done.stdout)
        print(program.name)


if __name__ == "__main__":
    main()
