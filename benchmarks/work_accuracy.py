"""How well the model predicts work without a pool, and pools on the native runner: random shapes.

Each shape is a small pipeline whose UDF sleeps for each row. It is predicted from its source code,
as a linter sees it, and runs once: on a local Ray cluster, or on the native runner. Its idle
workers or processes should lie in the predicted interval, and its utilisation near the middle of
the predicted range. A worker is used while it has a call under way.

    python benchmarks/work_accuracy.py --record runs.jsonl
    python benchmarks/work_accuracy.py --native --record runs.jsonl
    python benchmarks/work_accuracy.py --from runs.jsonl

Prints a table in Markdown. The exit code is 1 when a target is missed, and 2 when nothing ran.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from scoring import NEAR
from work_probe import (
    Call,
    Notes,
    Shape,
    Udf,
    calls_in,
    expression_of,
    given_up_after,
    native_runner,
    ray_cluster,
)

from daft_lint.documents.document import Document
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.linting import cases_of
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.replay_costs import replay_costs
from daft_lint.settings import default_settings

INSIDE = 0.97
ALIKE = 0.90

_WORKERS, _CPUS, _GPUS = 3, 4, 1
_THREADS = 8
_SECONDS = (1.5, 3.0)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a run did: idle workers or processes, and their utilisation from 0 to 1."""

    native: bool
    shape: Shape
    idle: int
    utilisation: float


@dataclass(frozen=True, slots=True)
class Expected:
    """What nine runs of ten do, as the model says."""

    idle_low: int
    idle_high: int
    low: float
    high: float

    @property
    def middle(self) -> float:
        """The middle of the range of utilisations."""
        return (self.low + self.high) / 2


def draw(seed: int, count: int, *, native: bool) -> list[Shape]:
    """Shapes of work without a pool for Ray, or of pools for the native runner."""
    random = Random(f"{seed}-{native}")
    return [_native(random) if native else _in_tasks(random) for _ in range(count)]


def _in_tasks(random: Random) -> Shape:
    rows = random.randint(100, 2_000)
    kind = random.choice(("function", "method", "batch", "class", "class"))
    by_batch = kind in ("batch", "class")
    size = random.choice((None, random.randint(10, 300))) if by_batch else None
    cpus, gpus = random.choice(((None, None), (None, None), (2.0, None), (None, 1.0)))
    udf = Udf(kind, batch_size=size, cpus=cpus, gpus=gpus)
    partitions = random.choice((1, 2, 3, 4, 5, 6, 7, 9, 12, 16))
    return Shape((udf,), rows, partitions, per_row=_per_row(random, rows, 2 * min(partitions, 6)))


def _native(random: Random) -> Shape:
    rows, actors = random.randint(100, 4_000), random.randint(2, _THREADS)
    size = random.choice((None, *(random.randint(10, 800) for _ in range(4))))
    udf = Udf("class", batch_size=size, max_concurrency=actors)
    return Shape((udf,), rows, 1, per_row=_per_row(random, rows, actors))


def _per_row(random: Random, rows: int, at_once: int) -> float:
    """Seconds for each row, so that a run that keeps so many busy takes a second or so."""
    return round(random.uniform(*_SECONDS) * min(at_once, 4) / rows, 5)


def program(shape: Shape, *, native: bool) -> str:
    """The source code of a shape."""
    (udf,) = shape.udfs
    options = ", ".join(f"{name}={value}" for name, value in udf.options.items())
    row, batch = "return_dtype=T", f"return_dtype=T, batch_size={udf.batch_size}"
    heads = {
        "function": (f"@daft.func({_listed(row, options)})\ndef run(text):", "run"),
        "batch": (f"@daft.func.batch({_listed(batch, options)})\ndef run(text):", "run"),
        "method": (
            f"@daft.cls({options})\nclass A:\n @daft.method({row})\n def run(self, text):",
            "",
        ),
        "class": (
            f"@daft.cls({options})\nclass A:\n @daft.method.batch({batch})\n def run(self, text):",
            "",
        ),
    }
    head, called = heads[udf.kind]
    split = f".into_partitions({shape.partitions})" if shape.partitions > 1 else ""
    return (
        f"# daft-lint: workers={_WORKERS}, cpus-per-worker={_CPUS}, gpus-per-worker={_GPUS}\n"
        f"import daft\nfrom model import work\nT = daft.DataType.string()\n"
        f"daft.set_runner_{'native' if native else 'ray'}()\n"
        f"{head}\n  return work(text)\n"
        f'df = daft.from_pydict({{"0": ["x"] * {shape.rows}}}){split}\n'
        f'df.with_column("1", {called or "A().run"}(daft.col("0"))).collect()\n'
    )


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def expected(shape: Shape, *, native: bool) -> Expected:
    """What the model expects of a shape."""
    work = _predicted(program(shape, native=native))
    found = distribution(work.load, replay_costs(shape.per_row, _WORKERS, 1))
    if found is None:
        raise ValueError("the model can't tell")
    low, high = found.utilisation_low, found.utilisation_high
    return Expected(found.idle_low, found.idle_high, low, high)


def _predicted(text: str) -> WorkPrediction:
    document = Document("shape.py", text)
    hints = read_pragmas(text, "shape.py", ()).hints
    (case,) = cases_of(document, hints, default_settings())
    (work,) = case.prediction.work
    return work


def run(shapes: Iterable[Shape], *, native: bool) -> Iterator[Seen]:
    """Run the shapes one after another."""
    with tempfile.TemporaryDirectory(prefix="w-", ignore_cleanup_errors=True) as folder:
        engine = native_runner(_THREADS) if native else ray_cluster(_WORKERS, _CPUS, _GPUS, folder)
        with engine:
            for shape in shapes:
                with given_up_after(60):
                    yield _seen(shape, _ran(shape, folder), native=native)


def _ran(shape: Shape, folder: str) -> list[Call]:
    import daft

    calls_in(folder)
    frame = daft.from_pydict({"0": ["x"] * shape.rows})
    if shape.partitions > 1:
        frame = frame.into_partitions(shape.partitions)
    made = expression_of(shape.udfs[0], daft.col("0"), Notes(folder, 0), shape.per_row)
    frame.with_column("1", made).collect()
    return [call for call in calls_in(folder) if call.rows]


def _seen(shape: Shape, calls: list[Call], *, native: bool) -> Seen:
    shares: dict[object, list[Call]] = defaultdict(list)
    for call in calls:
        shares[call.process if native else call.worker].append(call)
    there_are = shape.udfs[0].max_concurrency if native else _WORKERS
    assert there_are is not None
    span = max(call.ended for call in calls) - min(call.began for call in calls)
    busy = sum(map(_busy, shares.values()))
    return Seen(native, shape, there_are - len(shares), busy / (there_are * span))


def _busy(calls: list[Call]) -> float:
    """Seconds in which any of the calls was under way."""
    busy, until = 0.0, 0.0
    for call in sorted(calls, key=lambda call: call.began):
        busy += max(0.0, call.ended - max(call.began, until))
        until = max(until, call.ended)
    return busy


def table(runs: list[Seen]) -> tuple[str, bool]:
    """The outcome in Markdown, and whether all targets are met."""
    lines = [
        "| shapes | runs | idle inside the interval | its mean width | utilisation within 0.10 |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    met = bool(runs)
    for name, native in (("work without a pool, on Ray", False), ("native pools", True)):
        some = [seen for seen in runs if seen.native is native]
        if not some:
            continue
        reported = [(seen, expected(seen.shape, native=native)) for seen in some]
        inside = sum(want.idle_low <= seen.idle <= want.idle_high for seen, want in reported)
        alike = sum(abs(seen.utilisation - want.middle) <= NEAR for seen, want in reported)
        width = sum(want.idle_high - want.idle_low for _, want in reported)
        number = max(1, len(some))
        lines.append(
            f"| {name} | {len(some)} | {inside / number:.0%} | {width / number:.2f} "
            f"| {alike / number:.0%} |"
        )
        met = met and inside >= INSIDE * len(some) and alike >= ALIKE * len(some)
    return "\n".join(lines), met


def missed(runs: list[Seen]) -> Iterator[str]:
    """The runs that were not as expected."""
    for seen in runs:
        want = expected(seen.shape, native=seen.native)
        inside = want.idle_low <= seen.idle <= want.idle_high
        if not inside or abs(seen.utilisation - want.middle) > NEAR:
            yield f"{seen}\n  {want}"


def main() -> int:
    """Run the shapes, or read what runs gave, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--native", action="store_true", help="pools on the native runner, not Ray")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20, help="shapes to run")
    parser.add_argument("--record", type=Path, metavar="FILE", help="add what was seen to FILE")
    parser.add_argument("--from", dest="known", type=Path, metavar="FILE", help="run nothing")
    options = parser.parse_args()
    if options.known:
        runs = [_read(line) for line in options.known.read_text().splitlines()]
    else:
        runs = []
        shapes = draw(options.seed, options.count, native=options.native)
        for seen in run(shapes, native=options.native):
            runs.append(seen)
            if options.record:
                with options.record.open("a") as file:
                    file.write(json.dumps(asdict(seen)) + "\n")
    if not runs:
        return 2
    text, met = table(runs)
    print(text)
    for line in missed(runs):
        print(line, file=sys.stderr)
    return 0 if met else 1


def _read(line: str) -> Seen:
    reported = json.loads(line)
    shape = reported["shape"]
    udfs = tuple(Udf(**udf) for udf in shape["udfs"])
    return Seen(**{**reported, "shape": Shape(**{**shape, "udfs": udfs})})


if __name__ == "__main__":
    from daft_lint.programs.process_exit import end

    result = main()
    sys.stdout.flush()
    end(result)
