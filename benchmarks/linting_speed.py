"""Measures how fast daft-lint is beside other linters, and how its cost grows.

The promises, each a ratio of times that were taken in turn on the same machine:
cold, 10 times faster than Fixit with one rule and 4 times faster than TorchFix; at most
0.15 of a cold run where nothing changed, and a third after one line was; without Daft, at most 2
times ruff without its cache; a cost per file that stays the same from 100 files to 100,000, and
from 10 to 1,000 modules that import one another; at most 300 MiB for these; and a `--version`
within 60 ms and twice `python -c "import click"`.

With `--old`, the checkout of an older build, each tree is also linted by both builds in turn: all
of it, one file by name, and after a line of one file was changed. Only `*.py` counts, in one
process.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle, islice, pairwise
from pathlib import Path
from statistics import median

from connected_projects import SHAPES, write_project
from measuring import Run, installed, run

MOST_GROWTH = 1.5
MOST_OF_OLD = {
    "pypaimon": 0.4,
    "hypergraph": 0.3,
    "deltacat": 0.45,
    "hypernodes": 0.6,
    "daft-examples": 0.85,
    "Daft": 0.9,
}
"""The most CPU time for a tree with such a name in its own, where the older build takes 1."""
MOST_OF_OLD_NAMED = 0.25
MOST_OF_OLD_EDITED = 0.5
MOST_WARM = 0.15
MOST_EDITED = 0.33
MOST_MIB = 300
MOST_VERSION = 0.06
SIZES = (100, 1_000, 10_000, 100_000)
MODULES = (10, 100, 300, 1_000)
OTHERS = {
    "fixit": (10.0, ("--rules", "fixit.rules.compare_primitives_by_equal", "lint")),
    "torchfix": (4.0, ("--select=TOR101",)),
}
"""How much slower linters that are written in Python are at the least, and with which rule."""
RUFF = ("check", "--isolated", "--quiet", "--select=NPY,PD")
_MENTION = re.compile(rb"daft|dft\d", re.IGNORECASE)
_NOT_ORDINARY = {"__pycache__", "idlelib", "lib2to3", "site-packages", "test", "tests", "venv"}
# The older build takes a file for unchanged only when it was left alone for two seconds.
_SETTLED = 2.5
_A_HUNDRED = 100
_PROJECT = Path(__file__).resolve().parents[1]
# Runs the build of a checkout, whichever is installed. The rules lie beside the package.
_RUN_BUILD = """\
import sys
checkout = sys.argv.pop(1)
sys.path.insert(0, checkout)
import daft_lint
daft_lint.__path__.append(checkout)
from daft_lint.entry_point import main
main()
"""

_JOB = """\
import daft
from {package}.config import ROWS
from {package}.model import Embed

df = daft.from_pydict({{"text": ["a"] * ROWS}})
df.with_column("embedding", Embed()(df["text"])).write_parquet("s3://bucket/{package}")
"""
_MODEL = """\
import daft


@daft.cls(max_concurrency={actors})
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...
"""
_OTHER = '''\
"""Module {number} of {package}."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Record{number}:
    """A record."""

    name: str
    size: int = {number}

    def grown(self, factor: float) -> Record{number}:
        """A larger one."""
        return Record{number}(self.name, int(self.size * factor))


def total(records: list[Record{number}]) -> int:
    """The size of all of them."""
    return sum(one.size for one in records)
'''


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure, and the most that was promised; `least` turns that round."""

    what: str
    value: float
    promised: float
    unit: str = "times"
    least: bool = False
    note: str = ""

    @property
    def kept(self) -> bool:
        """Whether the promise is kept."""
        return self.value >= self.promised if self.least else self.value <= self.promised


def main() -> int:
    """Measure and print; 1 when a promise is broken, 2 when something isn't installed."""
    options = _options()
    daft_lint, ruff = installed("daft-lint"), installed("ruff")
    if daft_lint is None or ruff is None:
        print("daft-lint and ruff must be installed beside this Python")
        return 2
    found: list[Measured] = []

    def take(measured: Iterable[Measured]) -> None:
        for measurement in measured:
            found.append(measurement)
            if not options.json:
                _print(measurement)

    take(starting(daft_lint, options.runs * 5))
    for tree in options.tree:
        take(cold(tree, daft_lint, options.runs))
        take(warm(tree, daft_lint, options.runs))
        take(edited(tree, daft_lint, options.runs))
        if options.old is not None:
            take(beside_old(tree, options.old.resolve(), options.runs))
    take(without_daft(daft_lint, ruff, options.runs))
    take(growing(daft_lint, options.sizes))
    take(connected(daft_lint, options.modules))
    if options.json:
        print(
            json.dumps(
                [{**asdict(measured), "kept": measured.kept} for measured in found], indent=2
            )
        )
    return int(not all(measured.kept for measured in found))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, action="append", default=[], help="a folder to lint")
    parser.add_argument("--old", type=Path, help="the checkout of an older build")
    parser.add_argument("--runs", type=int, default=3, help="rounds to take medians of")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="files to generate")
    parser.add_argument("--modules", type=int, nargs="*", default=MODULES, help="in one program")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    return parser.parse_args()


def _print(measured: Measured) -> None:
    sign = "at least" if measured.least else "at most"
    verdict = "kept" if measured.kept else "BROKEN"
    promised = f"{sign} {measured.promised:g}"
    print(
        f"{measured.what:<58}{measured.value:9.2f} {measured.unit:<7}{promised:<14}{verdict}"
        f"  {measured.note}"
    )
    sys.stdout.flush()


def starting(daft_lint: str, rounds: int) -> list[Measured]:
    """What `--version` takes."""
    runs = _in_turn(
        rounds,
        version=lambda: run([daft_lint, "--version"]),
        click=lambda: run([sys.executable, "-c", "import click"]),
    )
    best = min(measured_run.wall for measured_run in runs["version"])
    note = f"median {median(measured_run.wall for measured_run in runs['version']) * 1e3:.0f} ms"
    return [
        Measured("--version, the best", best * 1e3, MOST_VERSION * 1e3, "ms", note=note),
        Measured("--version over import click", _ratio(runs, "version", "click"), 2),
    ]


def cold(tree: Path, daft_lint: str, rounds: int) -> Iterable[Measured]:
    """Without a cache, beside linters that are written in Python too."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        files = _copied(tree, copy)
        own = [daft_lint, "check", "--no-cache", "--output-format=concise", str(copy)]
        for name, (promised, arguments) in OTHERS.items():
            program = installed(name)
            if program is None:
                print(f"{name} is missing", file=sys.stderr)
                continue
            command = [program, *arguments, str(copy)]
            runs = _in_turn(
                rounds,
                own=lambda: _checked(run(own, folder=copy)),
                other=lambda command=command: _checked(run(command, folder=copy)),
            )
            took = median(measured_run.wall for measured_run in runs["other"])
            note = f"{files} files; {took:.1f} s"
            what = f"{name} over daft-lint, cold, {tree.name}"
            yield Measured(what, _ratio(runs, "other", "own"), promised, least=True, note=note)


def warm(tree: Path, daft_lint: str, rounds: int) -> list[Measured]:
    """With a cache, where nothing changed, beside no cache."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        files = _copied(tree, copy)
        own = [daft_lint, "check", "--isolated", "--output-format=concise", "-j1", str(copy)]
        variables = {"DAFT_LINT_CACHE_DIR": f"{folder}/own"}
        _checked(run(own, variables, copy))
        runs = _in_turn(
            rounds,
            warm=lambda: _checked(run(own, variables, copy)),
            cold=lambda: _checked(run([*own, "--no-cache"], variables, copy)),
        )
    note = f"{files} files; " + ", ".join(
        f"{name} {median(measured_run.wall for measured_run in done) * 1e3:.0f} ms"
        for name, done in runs.items()
    )
    ratio = _ratio(runs, "warm", "cold")
    return [Measured(f"nothing changed over no cache, {tree.name}", ratio, MOST_WARM, note=note)]


def edited(tree: Path, daft_lint: str, rounds: int) -> list[Measured]:
    """With a cache, where a line was added to one file with Daft, beside no cache."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        _copied(tree, copy)
        with_daft = [
            path for path in sorted(copy.rglob("*.py")) if b"import daft" in path.read_bytes()
        ]
        if not with_daft:
            return []
        own = [daft_lint, "check", "--isolated", "--output-format=concise", "-j1", str(copy)]
        variables = {"DAFT_LINT_CACHE_DIR": f"{folder}/own"}
        _checked(run(own, variables, copy))
        cached: list[Run] = []
        cold: list[Run] = []
        for number in range(rounds):
            with with_daft[number % len(with_daft)].open("a") as file:
                file.write(f"\nEDITED_{number} = {number}\n")
            cached.append(_checked(run(own, variables, copy)))
            cold.append(_checked(run([*own, "--no-cache"], variables, copy)))
    took, whole = (median(measured_run.cpu for measured_run in runs) for runs in (cached, cold))
    note = f"{took:.2f} s and {whole:.2f} s of CPU"
    what = f"one line changed over no cache, {tree.name}"
    return [Measured(what, took / whole, MOST_EDITED, note=note)]


def beside_old(tree: Path, old: Path, rounds: int) -> Iterable[Measured]:
    """What the build here takes of the CPU time of an older one."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        files = _copied(tree, copy)
        with_daft = [path for path in copy.rglob("*.py") if b"import daft" in path.read_bytes()]
        if not with_daft:
            return
        # The largest one, and the first of these if some are as large.
        named = max(sorted(with_daft), key=lambda path: path.stat().st_size)

        def lint(build: Path, path: Path, *options: str) -> Run:
            command = [sys.executable, "-c", _RUN_BUILD, str(build), "check", "--isolated", "-j1"]
            variables = {"DAFT_LINT_CACHE_DIR": f"{folder}/{'old' if build == old else 'new'}"}
            return _checked(run([*command, *options, str(path)], variables, copy))

        def compared(what: str, path: Path, most: float, *options: str) -> Measured:
            runs = _in_turn(
                rounds,
                old=lambda: lint(old, path, *options),
                new=lambda: lint(_PROJECT, path, *options),
            )
            ratio = median(
                mine.cpu / other.cpu for mine, other in zip(runs["new"], runs["old"], strict=True)
            )
            took = " and ".join(f"{median(one.cpu for one in runs[name]):.2f}" for name in runs)
            note = f"{took} s of CPU"
            return Measured(f"{what} over the older build, {tree.name}", ratio, most, note=note)

        names = (most for name, most in MOST_OF_OLD.items() if name in tree.name)
        yield compared(f"{files} files, cold,", copy, next(names, 1), "--no-cache")
        yield compared(f"{named.name} by name,", named, MOST_OF_OLD_NAMED, "--no-cache")
        for build in (old, _PROJECT):
            lint(build, copy)
        for path, what, most in (
            (copy, "one file edited", MOST_OF_OLD_EDITED),
            (named, f"{named.name} edited and by name,", MOST_OF_OLD_NAMED),
        ):
            with named.open("a") as file:
                file.write("\nEDITED = 1\n")
            time.sleep(_SETTLED)
            runs = [lint(build, path) for build in (old, _PROJECT)]
            note = f"{runs[0].cpu:.2f} and {runs[1].cpu:.2f} s of CPU, once"
            what = f"{what} over the older build, {tree.name}"
            yield Measured(what, runs[1].cpu / runs[0].cpu, most, note=note)


def without_daft(daft_lint: str, ruff: str, rounds: int) -> list[Measured]:
    """Where no file mentions Daft, beside ruff; neither has a cache."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        write_without_daft(tree, 1_000)
        runs = _in_turn(
            rounds,
            daft_lint=lambda: _checked(
                run([daft_lint, "check", "--no-cache", str(tree)], folder=tree)
            ),
            ruff=lambda: run([ruff, *RUFF, "--no-cache", str(tree)]),
        )
    ratio = _ratio(runs, "daft_lint", "ruff")
    return [Measured("a tree without Daft over ruff, both cold", ratio, 2, note="1,000 files")]


def growing(daft_lint: str, sizes: Sequence[int]) -> list[Measured]:
    """What one more file costs in a small tree and in a large one, and the memory of all."""
    found: list[Measured] = []
    older: tuple[int, Run] | None = None
    first: float | None = None
    for size in sorted(sizes):
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder, "tree")
            generate(tree, size)
            command = [daft_lint, "check", "--no-cache", "-j1", "-q", str(tree)]
            done = _checked(run(command, folder=tree))
        note = f"{done.cpu:.1f} s of CPU"
        if older is not None:
            more = (done.cpu - older[1].cpu) / (size - older[0])
            note = f"{note}, {more * 1e3:.2f} ms for each more"
            if first is not None:
                what = f"one more file of {size:,} over one of the first"
                found.append(Measured(what, more / first, MOST_GROWTH, note=note))
            first = first or more
        mib = done.memory / 2**20
        found.append(Measured(f"peak memory at {size:,} files", mib, MOST_MIB, "MiB", note=note))
        older = size, done
    return found


def connected(daft_lint: str, sizes: Sequence[int]) -> list[Measured]:
    """What one more module costs where the modules of a project have to do with one another."""
    found: list[Measured] = []
    for shape in SHAPES:
        costs: list[tuple[int, float]] = []
        for size in sorted(sizes):
            with tempfile.TemporaryDirectory() as folder:
                project = Path(folder, "project")
                write_project(project, shape, size)
                command = [daft_lint, "check", "--no-cache", "--isolated", "-j1", str(project)]
                costs.append((size, _checked(run(command, folder=project)).cpu))
        note = ", ".join(f"{size:,}: {cpu:.1f} s" for size, cpu in costs)
        each = [(cpu - before) / (size - fewer) for (fewer, before), (size, cpu) in pairwise(costs)]
        what = f"one more module of {costs[-1][0]:,} in a {shape} over one of the first"
        found.append(Measured(what, each[-1] / each[0], MOST_GROWTH, note=note))
    return found


def generate(tree: Path, files: int) -> None:
    """Packages of a hundred files, of which three make up a pipeline; the rest is other code."""
    for number in range(max(1, files // _A_HUNDRED)):
        package = f"package_{number}"
        folder = tree / package
        folder.mkdir(parents=True)
        texts = {
            "__init__.py": "",
            "config.py": "ROWS = 1_000\n",
            "job.py": _JOB.format(package=package),
            "model.py": _MODEL.format(actors=number % 16 + 2),
        }
        for other in range(_A_HUNDRED - len(texts)):
            texts[f"module_{other}.py"] = _OTHER.format(number=other, package=package)
        for name, text in texts.items():
            (folder / name).write_text(text)


def write_without_daft(tree: Path, count: int) -> None:
    """Fill a folder with so many copies of standard library modules without Daft's name."""
    library = Path(sysconfig.get_path("stdlib"))
    modules = [
        module
        for module in sorted(library.rglob("*.py"))
        if _NOT_ORDINARY.isdisjoint(module.relative_to(library).parts)
        and not _MENTION.search(module.read_bytes())
    ]
    for number, module in enumerate(islice(cycle(modules), count)):
        target = tree / str(number // len(modules)) / module.relative_to(library)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)


def _in_turn(rounds: int, **works: Callable[[], Run]) -> dict[str, list[Run]]:
    """Each of some works once a round."""
    runs: dict[str, list[Run]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            runs[name].append(work())
    return runs


def _ratio(runs: dict[str, list[Run]], name: str, other: str) -> float:
    pairs = zip(runs[name], runs[other], strict=True)
    return median(mine.wall / theirs.wall for mine, theirs in pairs)


def _checked(done: Run) -> Run:
    if done.exit_code not in (0, 1) or done.crashed:
        raise RuntimeError(f"it failed: {done.said_last}")
    return done


def _copied(tree: Path, target: Path) -> int:
    files = list(tree.rglob("*.py"))
    for file in files:
        copy = target / file.relative_to(tree)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    return len(files)


if __name__ == "__main__":
    sys.exit(main())
