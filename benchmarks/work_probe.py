"""Shows who runs work: which workers, how many processes, threads and calls at once.

Each shape is a small pipeline whose UDFs sleep for each row and note each call. It runs on a local
Ray cluster, or with `--native` on Daft's native runner, and what was seen is a line of JSON.

    python benchmarks/work_probe.py
    python benchmarks/work_probe.py --native --cpus 8
    python benchmarks/work_probe.py --gpus 1 --shapes '[{"partitions": 8, "udfs": [{"gpus": 1}]}]'

A shape that asks for more CPUs or GPUs than a worker has waits for ever on Ray: it is given up
after `--timeout` seconds, and those after it aren't run.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import daft


@dataclass(frozen=True, slots=True)
class Udf:
    """One step of work.

    `kind` is `function` or `method` (row by row), `batch` (a function), `class` (a batch method),
    `async` (row by row), `async batch`, `embed_text` or `classify_text`. What is None isn't given
    to Daft. `returns` is `string`, or `image`, which is no type of Arrow. `load` is how many
    seconds it takes to construct the class.
    """

    kind: str = "class"
    batch_size: int | None = None
    cpus: float | None = None
    gpus: float | None = None
    max_concurrency: int | None = None
    use_process: bool | None = None
    returns: str = "string"
    load: float = 0.0

    @property
    def options(self) -> dict[str, Any]:
        """What the decorator of the class or function is given."""
        names = ("cpus", "gpus", "max_concurrency", "use_process")
        given = {name: getattr(self, name) for name in names}
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Shape:
    """Rows in memory, or files to download, that some UDFs work on one after another.

    A UDF sleeps `per_row` seconds for each row, an async one that long for each call.
    """

    udfs: tuple[Udf, ...] = (Udf(),)
    rows: int = 400
    partitions: int = 1
    download: bool = False
    per_row: float = 0.001


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a UDF, or without rows a construction of its class; times are in seconds."""

    udf: int
    worker: str
    process: int
    thread: int
    rows: int
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of one UDF.

    `rows`, `at_once` and `constructed` are for each worker that had a call, the one with fewest
    rows first: its rows, the most calls under way at one time, and how often it constructed the
    class. `processes` and `threads` are those that made calls, of all workers.
    """

    rows: list[int]
    at_once: list[int]
    constructed: list[int]
    processes: int
    threads: int
    calls: int
    largest_call: int


EXAMPLES = (
    Shape((Udf("batch"),)),
    Shape((Udf("batch", batch_size=50),)),
    Shape((Udf("batch", batch_size=50),), partitions=8),
    Shape((Udf(batch_size=50, cpus=2),)),
    Shape((Udf(batch_size=50, use_process=True),)),
    Shape((Udf(load=0.2, batch_size=10),), partitions=8),
    Shape((Udf("async", max_concurrency=4),), per_row=0.1),
    Shape((Udf("batch"),), download=True),
    Shape((Udf(max_concurrency=4, batch_size=50),)),
    Shape((Udf(max_concurrency=4, batch_size=50, returns="image"),)),
)


class Notes:
    """Writes each call of one UDF as a line to a file of the process that makes it."""

    def __init__(self, folder: str, udf: int) -> None:
        self.folder = folder
        self.udf = udf

    @contextmanager
    def note(self, rows: int) -> Iterator[None]:
        """Note what is done inside as one call."""
        import threading

        began = time.time()
        yield
        # Ray sets it to the process that a worker's processes belong to, and they pass it on.
        worker = os.environ.get("RAY_RAYLET_PID", "")
        seen = Call(self.udf, worker, os.getpid(), threading.get_ident(), rows, began, time.time())
        with Path(self.folder, f"{os.getpid()}.jsonl").open("a") as log:
            log.write(json.dumps(asdict(seen)) + "\n")


def calls_in(folder: str) -> list[Call]:
    """All that was noted, and forget it."""
    found = []
    for log in Path(folder).glob("*.jsonl"):
        found += [Call(**json.loads(line)) for line in log.read_text().splitlines()]
        log.unlink()
    return found


def most_at_once(calls: Iterable[Call]) -> int:
    """The most calls that were under way at one time."""
    most = under_way = 0
    changes = [(call.began, 1) for call in calls] + [(call.ended, -1) for call in calls]
    for _, change in sorted(changes):
        under_way += change
        most = max(most, under_way)
    return most


def seen_of(noted: Sequence[Call]) -> Seen:
    """Sum up what was noted of one UDF."""
    calls = [call for call in noted if call.rows]
    workers = defaultdict(list)
    for call in calls:
        workers[call.worker].append(call)
    shares = sorted(workers.values(), key=lambda share: sum(call.rows for call in share))
    built = [call.worker for call in noted if not call.rows]
    return Seen(
        rows=[sum(call.rows for call in share) for share in shares],
        at_once=[most_at_once(share) for share in shares],
        constructed=[built.count(share[0].worker) for share in shares],
        processes=len({call.process for call in calls}),
        threads=len({(call.process, call.thread) for call in calls}),
        calls=len(calls),
        largest_call=max((call.rows for call in calls), default=0),
    )


def expression_of(udf: Udf, column: daft.Expression, notes: Notes, per_row: float) -> Any:
    """The UDF, called on a column."""
    import daft

    if udf.kind in ("embed_text", "classify_text"):
        return _ai_expression(udf, column, notes, per_row)
    returned = daft.DataType.image("RGB") if udf.returns == "image" else daft.DataType.string()

    def value() -> Any:
        import numpy

        return numpy.zeros((2, 2, 3), "uint8") if udf.returns == "image" else "done"

    def on_row(text: str) -> Any:
        with notes.note(1):
            time.sleep(per_row)
        return value()

    def on_batch(texts: daft.Series) -> list[Any]:
        with notes.note(len(texts)):
            time.sleep(per_row * len(texts))
        return [value()] * len(texts)

    async def async_on_row(text: str) -> Any:
        import asyncio

        with notes.note(1):
            await asyncio.sleep(per_row)
        return value()

    async def async_on_batch(texts: daft.Series) -> list[Any]:
        import asyncio

        with notes.note(len(texts)):
            await asyncio.sleep(per_row)
        return [value()] * len(texts)

    class Model:
        def __init__(self) -> None:
            with notes.note(0):
                time.sleep(udf.load)

    row = {"return_dtype": returned}
    batch = {**row, "batch_size": udf.batch_size}
    match udf.kind:
        case "function":
            return daft.func(**row, **udf.options)(on_row)(column)
        case "async":
            return daft.func(**row, **udf.options)(async_on_row)(column)
        case "batch":
            return daft.func.batch(**batch, **udf.options)(on_batch)(column)
        case "async batch":
            return daft.func.batch(**batch, **udf.options)(async_on_batch)(column)
        case "method":
            Model.run = daft.method(**row)(lambda self, text: on_row(text))
        case "class":
            Model.run = daft.method.batch(**batch)(lambda self, texts: on_batch(texts))
        case _:
            raise ValueError(f"no kind of UDF: {udf.kind}")
    return daft.cls(**udf.options)(Model)().run(column)


def _ai_expression(udf: Udf, column: daft.Expression, notes: Notes, per_row: float) -> Any:
    """An AI function with a provider that asks for the options, and a model that sleeps."""
    import daft
    from daft.ai.provider import Provider
    from daft.ai.typing import Descriptor, EmbeddingDimensions
    from daft.functions import classify_text, embed_text

    class Model:
        def __init__(self) -> None:
            with notes.note(0):
                time.sleep(udf.load)

        def work(self, texts: list[str], result: Any) -> list[Any]:
            with notes.note(len(texts)):
                time.sleep(per_row * len(texts))
            return [result] * len(texts)

        def embed_text(self, text: list[str]) -> list[Any]:
            return self.work(text, [0.0, 0.0])

        def classify_text(self, text: list[str], labels: list[str]) -> list[Any]:
            return self.work(text, labels[0])

    class Described(Descriptor):
        def get_provider(self) -> str:
            return "probe"

        def get_model(self) -> str:
            return "sleeper"

        def get_options(self) -> dict[str, Any]:
            return {
                "concurrency": udf.max_concurrency,
                "num_gpus": udf.gpus,
                "batch_size": udf.batch_size,
            }

        def get_dimensions(self) -> EmbeddingDimensions:
            return EmbeddingDimensions(2, daft.DataType.float32())

        def is_async(self) -> bool:
            return False

        def instantiate(self) -> Model:
            return Model()

    class Probe(Provider):
        name = "probe"

        def get_text_embedder(self, *_: Any, **options: Any) -> Described:
            return Described()

        def get_text_classifier(self, *_: Any, **options: Any) -> Described:
            return Described()

    if udf.kind == "embed_text":
        return embed_text(column, provider=Probe())
    return classify_text(column, ["one", "other"], provider=Probe())


def run(shape: Shape, folder: str) -> list[Seen]:
    """Run the shape once; what was seen of each UDF."""
    import daft
    from daft import col
    from daft.functions import download

    calls_in(folder)
    file = Path(folder, "downloaded.txt")
    file.write_text("text")
    frame = daft.from_pydict({"0": [str(file)] * shape.rows})
    if shape.partitions > 1:
        frame = frame.into_partitions(shape.partitions)
    if shape.download:
        frame = frame.with_column("0", download(col("0")))
    for number, udf in enumerate(shape.udfs):
        made = expression_of(udf, col(str(number)), Notes(folder, number), shape.per_row)
        frame = frame.with_column(str(number + 1), made)
    frame.collect()
    noted = calls_in(folder)
    return [
        seen_of([call for call in noted if call.udf == number]) for number in range(len(shape.udfs))
    ]


@contextmanager
def ray_cluster(workers: int, cpus: int, gpus: int, folder: str) -> Iterator[None]:
    """Daft runs on a cluster of so many nodes on this machine, bound to loopback."""
    from daft_lint.verification.engine.cluster import prepare_environment

    os.environ["RAY_TMPDIR"] = folder
    prepare_environment()
    import daft
    import ray
    from ray.cluster_utils import Cluster

    node = {"num_cpus": cpus, "num_gpus": gpus, "object_store_memory": 200 * 1024 * 1024}
    head = {**node, "include_dashboard": False, "include_log_monitor": False, "no_monitor": True}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(workers - 1):
            cluster.add_node(**node)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        daft.set_runner_ray()
        yield
    finally:
        ray.shutdown()
        cluster.shutdown()


@contextmanager
def native_runner(cpus: int) -> Iterator[None]:
    """Daft runs on so many threads of this process."""
    os.environ.update(DAFT_PROGRESS_BAR="0", DO_NOT_TRACK="1")
    import daft

    daft.set_runner_native(cpus)
    yield


@contextmanager
def given_up_after(seconds: int) -> Iterator[None]:
    """Raise a TimeoutError when what is inside takes longer."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"not done within {seconds} s")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def shape_from(reported: dict[str, Any]) -> Shape:
    """A shape as `--shapes` tells it: what is left out is as in `Shape` and `Udf`."""
    udfs = tuple(Udf(**udf) for udf in reported.get("udfs", [{}]))
    return Shape(**{**reported, "udfs": udfs})


def main() -> int:
    """Run the shapes one after another, and print a line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--native", action="store_true", help="Daft's native runner, not Ray")
    parser.add_argument("--workers", type=int, default=2, help="nodes of the Ray cluster")
    parser.add_argument("--cpus", type=int, default=4, help="CPUs of each")
    parser.add_argument("--gpus", type=int, default=0, help="GPUs of each")
    parser.add_argument("--timeout", type=int, default=60, help="seconds that a shape may take")
    parser.add_argument("--shapes", type=json.loads, help="a list of shapes as JSON")
    options = parser.parse_args()
    reported = options.shapes
    shapes = EXAMPLES if reported is None else [shape_from(shape) for shape in reported]
    with tempfile.TemporaryDirectory(prefix="w-", ignore_cleanup_errors=True) as folder:
        engine = (
            native_runner(options.cpus)
            if options.native
            else ray_cluster(options.workers, options.cpus, options.gpus, folder)
        )
        with engine:
            for shape in shapes:
                try:
                    with given_up_after(options.timeout):
                        seen = run(shape, folder)
                except TimeoutError as error:
                    print(json.dumps({"shape": asdict(shape), "failure": str(error)}), flush=True)
                    return 1
                line = {
                    "shape": asdict(shape),
                    "udfs": [asdict(observation) for observation in seen],
                }
                print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    from daft_lint.programs.process_exit import end

    # Threads of Daft that still run may crash a process that takes itself apart.
    sys.stdout.flush()
    end(main())
