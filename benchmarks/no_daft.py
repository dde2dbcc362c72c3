"""Measures daft-lint on a tree where no file mentions Daft.

The promise: at most 3 times `python -c "import click"` plus reading the bytes, without LibCST.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from measuring import Run, installed, run

LIMIT = 3.0
_MENTION = re.compile(rb"daft|dft\d", re.IGNORECASE)
_NOT_ORDINARY = {"__pycache__", "idlelib", "lib2to3", "site-packages", "test", "tests", "venv"}
_IMPORTED = re.compile(r"^import time:.*\|\s*(\S+)$", re.MULTILINE)


def main() -> int:
    """Measure, print, and say by the exit code whether the promise holds."""
    options = _options()
    command = installed("daft-lint")
    if command is None:
        print("daft-lint isn't installed beside this Python; run: pip install -e .")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        files = write_tree(tree, options.files)
        check = [command, "check", "--no-cache", str(tree)]
        profiled = run(check, {"PYTHONPROFILEIMPORTTIME": "1"}, tree)
        rounds = [(_baseline(files), run(check, folder=tree)) for _ in range(options.runs)]
    for linted in (profiled, *(linted for _, linted in rounds)):
        if linted.exit_code != 0 or f"{len(files):,} file" not in linted.output:
            print(f"daft-lint did not check all {len(files):,} files: {linted.said_last}")
            return 2
    has_libcst = "libcst" in _imports(profiled)
    ratio = median(linted.wall / baseline for baseline, linted in rounds)
    print(f"{len(files):,} files, median of {options.runs} rounds")
    _print("import click + reading the bytes", [baseline for baseline, _ in rounds])
    _print("daft-lint check", [linted.wall for _, linted in rounds])
    print(f"{'ratio':<34}{ratio:7.2f}     (at most {options.limit:g})")
    print(f"{'LibCST imported':<34}{'yes' if has_libcst else 'no':>7}")
    return int(ratio > options.limit or has_libcst)


def _print(what: str, seconds: list[float]) -> None:
    print(f"{what:<34}{median(seconds) * 1e3:7.1f} ms")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000, help="files in the tree")
    parser.add_argument("--runs", type=int, default=11, help="rounds to take the median of")
    parser.add_argument("--limit", type=float, default=LIMIT, help="the highest ratio to accept")
    return parser.parse_args()


def write_tree(tree: Path, count: int) -> list[str]:
    """Fill a folder with copies of the standard library's modules, over and over up to `count`."""
    library = Path(sysconfig.get_path("stdlib"))
    modules = sorted(_ordinary(library.rglob("*.py"), library))
    written = []
    for number, module in enumerate(islice(cycle(modules), count)):
        target = tree / f"copy_{number // len(modules)}" / module.relative_to(library)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)
        written.append(str(target))
    return written


def _ordinary(modules: Iterable[Path], library: Path) -> Iterator[Path]:
    for module in modules:
        folders = module.relative_to(library).parts
        if _NOT_ORDINARY.isdisjoint(folders) and not _MENTION.search(module.read_bytes()):
            yield module


def _baseline(files: Iterable[str]) -> float:
    """Seconds for starting Python with click, and then for reading the bytes of all files."""
    click = run([sys.executable, "-c", "import click"])
    start = time.perf_counter()
    for file in files:
        with io.FileIO(file) as opened:
            opened.read()
    return click.wall + time.perf_counter() - start


def _imports(profiled: Run) -> frozenset[str]:
    """The top-level packages that a run with PYTHONPROFILEIMPORTTIME imported."""
    packages = frozenset(name.partition(".")[0] for name in _IMPORTED.findall(profiled.errors))
    if "daft_lint" not in packages:
        raise RuntimeError("the import profile shows no daft_lint, so it proves nothing")
    return packages


if __name__ == "__main__":
    sys.exit(main())
