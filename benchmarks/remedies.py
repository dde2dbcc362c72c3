"""Runs a miniature of each rule's fault and of its remedy on real Daft, and writes what it gained.

Each module of `miniatures/` whose name starts with `dft` is one miniature; see its README.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from remedies_page import page

_HERE = Path(__file__).parent
MINIATURES = _HERE / "miniatures"
RESULTS = _HERE / "results" / "remedies.json"
PAGE = _HERE.parent / "docs" / "remedies.md"
_TRIALS = 3
_LONGEST_SECONDS = 300.0
_MARK = "measured: "


@dataclass(frozen=True, slots=True)
class Remedy:
    """What one miniature showed: the medians of a figure of which less is better.

    `runner` is `native` or `ray`, where `workers` with `cpus` logical CPUs each were up. `versions`
    names those of Daft, Ray and Python.
    """

    rule: str
    fault: str
    remedy: str
    measures: str
    unit: str
    runner: str
    workers: int
    cpus: int
    before: float
    after: float
    versions: str


class MiniatureError(Exception):
    """A miniature that could not be measured. The text is one line for a person."""


def names() -> list[str]:
    """The modules of all miniatures."""
    return sorted(file.stem for file in MINIATURES.glob("dft*.py"))


def measured(name: str) -> Remedy:
    """Measure a miniature in a process of its own.

    Raises:
        MiniatureError: when it fails, or takes longer than five minutes.
    """
    with tempfile.TemporaryDirectory(prefix="daft-lint-") as folder:
        environment = {**os.environ, "RAY_TMPDIR": folder}
        searched = [str(MINIATURES), os.environ.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(text for text in searched if text)
        command = [sys.executable, str(_HERE / "remedies.py"), "--measure", name]
        try:
            ended = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_LONGEST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise MiniatureError(f"{name}: took longer than {_LONGEST_SECONDS:.0f} s") from None
    lines = [line for line in ended.stdout.splitlines() if line.startswith(_MARK)]
    if ended.returncode or not lines:
        last = (ended.stderr.strip().splitlines() or ["no output"])[-1]
        raise MiniatureError(f"{name}: {last}")
    return Remedy(**json.loads(lines[-1].removeprefix(_MARK)))


def _measure_here(name: str) -> Remedy:
    """Run a miniature in this process, fault and remedy in turn."""
    sys.path.insert(0, str(MINIATURES))
    miniature = importlib.import_module(name)
    runner = miniature.RUNNER
    workers, cpus = getattr(miniature, "WORKERS", 1), getattr(miniature, "CPUS", 2)
    with _runner(runner, workers, cpus, getattr(miniature, "GPUS", 0)):
        pairs = [(miniature.before(), miniature.after()) for _ in range(_TRIALS)]
    return Remedy(
        miniature.RULE,
        miniature.FAULT,
        miniature.REMEDY,
        miniature.MEASURES,
        miniature.UNIT,
        runner,
        workers,
        cpus,
        float(median(before for before, _ in pairs)),
        float(median(after for _, after in pairs)),
        _versions(runner),
    )


@contextmanager
def _runner(kind: str, workers: int, cpus: int, gpus: int) -> Iterator[None]:
    """The native runner, or a cluster on this machine whose actors are watched."""
    os.environ["DAFT_PROGRESS_BAR"] = "0"
    if kind == "native":
        import daft

        daft.set_runner_native()
        yield
        return
    from daft_lint.verification.engine.cluster import LocalCluster, prepare_environment
    from daft_lint.verification.shape import ClusterSize

    prepare_environment()
    cluster = LocalCluster(ClusterSize(workers, cpus, gpus))
    try:
        import daft
        import ray

        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        daft.set_runner_ray()
        yield
        ray.shutdown()
    finally:
        cluster.stop()


def _versions(runner: str) -> str:
    from importlib.metadata import version
    from platform import python_version

    ray = f", Ray {version('ray')}" if runner == "ray" else ""
    return f"Daft {version('daft')}{ray}, Python {python_version()}"


def read() -> list[Remedy]:
    """What was measured so far, by rule."""
    if not RESULTS.exists():
        return []
    return [Remedy(**entry) for entry in json.loads(RESULTS.read_text(encoding="utf-8"))]


def _keep(found: Sequence[Remedy]) -> list[Remedy]:
    """Put new figures in the place of old ones."""
    by_rule = {remedy.rule: remedy for remedy in (*read(), *found)}
    remedies = [by_rule[rule] for rule in sorted(by_rule)]
    RESULTS.parent.mkdir(exist_ok=True)
    text = json.dumps([asdict(remedy) for remedy in remedies], indent=1, ensure_ascii=False)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    return remedies


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the figures and their page; 1 when a remedy doesn't help, 2 on failure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="the miniatures to run, such as dft207; else all")
    parser.add_argument("--measure", metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="keep the figures, write the page")
    parser.add_argument("--page", action="store_true", help="write the page of the kept figures")
    options = parser.parse_args(arguments)
    if options.page:
        PAGE.write_text(page(read()), encoding="utf-8")
        return 0
    if options.measure:
        print(_MARK + json.dumps(asdict(_measure_here(options.measure))), flush=True)
        return 0
    unknown = [name for name in options.names if name not in names()]
    if unknown:
        parser.error(f"no miniature is called {unknown[0]}; there are {', '.join(names())}")
    code = 0
    found: list[Remedy] = []
    for name in options.names or names():
        try:
            remedy = measured(name)
        except MiniatureError as error:
            print(f"failed: {error}", file=sys.stderr)
            code = 2
            continue
        found.append(remedy)
        helps = remedy.after < remedy.before
        code = code or int(not helps)
        figures = f"{remedy.before:.4g} -> {remedy.after:.4g} {remedy.unit}"
        print(f"{remedy.rule}  {remedy.measures}: {figures}{'' if helps else '  NO HELP'}")
        if options.write:
            PAGE.write_text(page(_keep(found)), encoding="utf-8")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
