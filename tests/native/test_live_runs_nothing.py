"""`check` runs nothing of a program, writes nothing, and takes little longer than explain."""

from __future__ import annotations

import gc
import inspect
import io
import os
import statistics
import subprocess
import sys
import time
from contextlib import redirect_stdout
from textwrap import dedent

import pytest

daft = pytest.importorskip("daft")
pytestmark = pytest.mark.filterwarnings("ignore")

CLUSTER = {"workers": 2, "cpus_per_worker": 4}
LIMIT = 0.050
ROUNDS = 9
SECONDS = 20

LEGACY = """
@daft.udf(return_dtype=daft.DataType.int64(), concurrency=2, batch_size=4)
class Legacy:
    def __init__(self):
        ran("constructor")

    def __call__(self, x):
        import antigravity_of_nobody

        ran("call")
        return x


@daft.udf(return_dtype=daft.DataType.int64())
def function(x):
    ran("function")
    return x


df = daft.from_pydict({"x": [1, 2, 3]})
df = df.with_column("legacy", Legacy(daft.col("x"))).with_column("f", function(daft.col("x")))
df = df.where(function(daft.col("legacy")) > 1)
"""

NEW = """
@daft.cls(max_concurrency=2)
class Model:
    def __init__(self):
        ran("constructor")

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=4)
    def batch(self, x):
        ran("batch")
        return x

    def words(self, x: int) -> Iterator[int]:
        ran("generator")
        yield x

    async def later(self, x: int) -> int:
        ran("async")
        return x


@daft.func
def row(x: int) -> int:
    ran("row")
    return x


@daft.func
async def waits(x: int) -> int:
    ran("async function")
    return x


@daft.func
def many(x: int) -> Iterator[int]:
    ran("generator function")
    yield x


model = Model()
x = daft.col("x")
df = daft.from_pydict({"x": [1, 2, 3]}).into_partitions(2)
df = df.with_column("batch", model.batch(x)).with_column("later", model.later(x))
df = df.with_column("row", row(x)).with_column("waits", waits(x)).where(row(x) > 1)
df = df.select(x, many(x).alias("many"), model.words(x).alias("words"), "batch", "later", "waits")
"""

PROGRAM = """
import warnings
from collections.abc import Iterator
from pathlib import Path

import daft

warnings.simplefilter("ignore")


def ran(what):
    Path("ran.txt").write_text(what)
    raise SystemExit(what)

{body}

from daft_lint import check

print(check(df))
print(check(df, cluster={{"workers": 2, "cpus_per_worker": 4}}))
check(df)._repr_html_()
"""


@pytest.mark.parametrize("body", [LEGACY, NEW], ids=["legacy", "new"])
def test_no_udf_runs_and_no_file_is_left(body, tmp_path):
    if body is NEW and not hasattr(daft, "cls"):
        pytest.skip("@daft.cls came with Daft 0.7")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(body=dedent(body)))
    home = tmp_path / "home"
    here = tmp_path / "here"
    home.mkdir()
    here.mkdir()
    environment = {name: text for name, text in os.environ.items() if name[:9] != "DAFT_LINT"}
    environment |= {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
        "DAFT_ANALYTICS_ENABLED": "0",
        "DO_NOT_TRACK": "1",
    }

    done = subprocess.run(
        [sys.executable, program],
        cwd=here,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "daft.in_memory" in done.stdout
    assert not list(here.rglob("*"))
    assert not [path for path in home.rglob("*") if path.is_file()]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "home", "program.py"]


def test_no_source_is_read():
    """Daft asks a source for its tasks, and reads none of them."""
    from daft.schema import Schema

    from daft_lint import check

    sources = pytest.importorskip("daft.io.source", reason="Daft 0.6 has no data sources")
    read: list[str] = []
    schema = Schema.from_pydict({"x": daft.DataType.int64()})

    def reading(self):
        read.append("read")
        return iter(())

    def tasks(self, pushdowns):
        yield from (task(), task())

    async def tasks_awaited(self, pushdowns):
        for each_task in tasks(self, pushdowns):
            yield each_task

    awaited = inspect.isasyncgenfunction(sources.DataSource.get_tasks)
    own = {"schema": property(lambda self: schema)}
    task = type("Task", (sources.DataSourceTask,), {**own, "get_micro_partitions": reading})
    own = {**own, "name": "Counted", "get_tasks": tasks_awaited if awaited else tasks}
    frame = type("Counted", (sources.DataSource,), own)().read()

    checked = check(frame.where(daft.col("x") > 1), cluster=CLUSTER)

    assert repr(checked)
    assert not read
    assert checked.case.pipeline.plan.source.partitions.value == 2
    frame.to_pydict()
    assert read


def test_a_frame_is_as_it_was_before():
    from daft_lint import check

    frame = daft.from_pydict({"x": [1, 2]}).where(daft.col("x") > 1)
    before = frame._builder
    check(frame, cluster=CLUSTER)

    assert frame._builder is before
    assert frame._result_cache is None


def ten_steps():
    @daft.udf(return_dtype=daft.DataType.int64(), concurrency=4)
    class First:
        def __init__(self):
            pass

        def __call__(self, x):
            return x

    @daft.udf(return_dtype=daft.DataType.int64())
    def second(x):
        return x

    @daft.udf(return_dtype=daft.DataType.int64(), batch_size=8)
    def third(x):
        return x

    col = daft.col
    frame = daft.from_pydict({"x": list(range(100)), "y": list(range(100))})
    frame = frame.into_partitions(4).with_column("a", First(col("x")))
    frame = frame.where(col("y") > 3).with_column("b", second(col("a")))
    frame = frame.with_column("c", col("b") + 1).into_batches(16).with_column("d", third(col("c")))
    return frame.sort("y").limit(50).select("x", "d")


def seconds_of(action) -> float:
    """How long this process computes, the median of a few times after the first."""
    action()
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        action()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def test_it_takes_little_longer_than_explain():
    from daft_lint import check

    frame = ten_steps()

    def explain():
        with redirect_stdout(io.StringIO()):
            frame.explain(show_all=True)

    over = seconds_of(lambda: check(frame, cluster=CLUSTER)) - seconds_of(explain)

    assert over < LIMIT, f"{over * 1000:.0f} ms"


def test_a_plan_of_hundreds_of_steps_is_checked_in_seconds():
    """Daft itself fails at about a thousand."""
    from daft_lint import check

    frame = daft.from_pydict({"x": [1, 2, 3]})
    for place in range(300):
        frame = frame.with_column(f"x{place}", daft.col("x") + place)

    start = time.process_time()
    checked = check(frame, cluster=CLUSTER)
    taken = time.process_time() - start

    assert len(checked.case.pipeline.plan.operators) == 300
    assert repr(checked)
    assert taken < SECONDS


def test_a_large_process_is_not_searched_for_udfs(monkeypatch: pytest.MonkeyPatch):
    from daft_lint import check

    frame = ten_steps()
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: 10**9)
    monkeypatch.setattr(gc, "get_objects", lambda: pytest.fail("it was searched"))

    assert check(frame, cluster=CLUSTER).case.prediction.pools
