"""Runs programs of old names on the last Daft that had them, and keeps what they print.

    python benchmarks/removed_api.py --packages FOLDER

The programs stand in `tests/daft_api/corpus`, what they print beside them. They run on Daft 0.6.14
or on the release that their first line names. A test runs them on the installed Daft after
`--fix --unsafe-fixes` of DFT310, or where that isn't enough as a person wrote them after the advice
(`NAME.by_hand.py`), and they have to print the same. FOLDER is that of `daft_api.py`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from daft_api import installed

_CORPUS = Path(__file__).parents[1] / "tests" / "daft_api" / "corpus"
_VERSION = re.compile(r"# Daft (?P<version>[\d.]+)\n")
_LAST = "0.6.14"


def main() -> None:
    """Run each program, and write down what it prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="where the packages are kept")
    packages: Path = parser.parse_args().packages.absolute()
    for program in sorted(_CORPUS.glob("*.py")):
        if program.suffixes != [".py"]:
            continue
        named = _VERSION.match(program.read_text("utf-8"))
        version = named["version"] if named else _LAST
        package = installed(packages, version)
        quiet = {"DO_NOT_TRACK": "1", "DAFT_PROGRESS_BAR": "0", "PYTHONPATH": str(package)}
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                (sys.executable, "-W", "ignore", str(program)),
                cwd=folder,
                env={**os.environ, **quiet},
                stdout=subprocess.PIPE,
                check=True,
            )
        program.with_suffix(".txt").write_bytes(done.stdout)
        print(f"{program.name} on {version}")


if __name__ == "__main__":
    main()
