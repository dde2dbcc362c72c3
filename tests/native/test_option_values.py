"""A value is told to be refused just where the installed Daft refuses it, and with what error."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from sampling import one_in

from daft_lint.daft_api.decorator_keywords import taken
from daft_lint.plan.quantity import exactly
from daft_lint.rule_parts.option_values import FIRST_MEASURED, refusal
from daft_lint.values.values import Mapping, Number, Text, Value

os.environ.setdefault("DAFT_RUNNER", "native")
daft = pytest.importorskip("daft")

VERSION = tuple(int(part) for part in daft.__version__.split(".")[:3])
INT = {"return_dtype": daft.DataType.int64()}
GIVEN: dict[str, tuple[object, ...]] = {
    "batch_size": (-1, 0, 2.5, 64),
    "concurrency": (-1, 0, 1.5, 2),
    "cpus": (-1, 0, 0.5, 1.5),
    "gpus": (-0.5, 1.5, 0, 0.5, 2.0),
    "max_concurrency": (-1, 0, 1.5, 2),
    "max_retries": (-1, 1.5, 0, 1),
    "num_cpus": (-1, 0, 1.5),
    "num_gpus": (-1, 1.5, 0),
    "on_error": ("skip", "raise", "log", "ignore"),
    "ray_options": ({"memory": 4}, {"num_gpus": 1}, {"num_cpus": 1}, {"resources": {"a": 0.1}}),
}
DECORATORS = ("daft.func", "daft.func.batch", "daft.cls", "daft.method.batch", "daft.udf")
CASES = [
    pytest.param(decorator, keyword, value, id=f"{decorator}({keyword}={value})")
    for decorator in DECORATORS
    for keyword, values in GIVEN.items()
    for value in values
    if keyword in taken(decorator, VERSION)
    # After a panic, Daft runs nothing more in the process.
    if decorator == "daft.udf" or (keyword, value) != ("batch_size", 0)
]
PANICS = """
import daft

udf = daft.func.batch(return_dtype=daft.DataType.int64(), batch_size=0)(lambda x: x)
try:
    daft.from_pydict({"x": [1]}).select(udf(daft.col("x"))).collect()
except BaseException as error:
    print(type(error).__name__)
"""


def value_of(given: object) -> Value:
    if isinstance(given, str):
        return Text(given)
    if isinstance(given, dict):
        return Mapping(tuple((key, Text("x")) for key in given))
    assert isinstance(given, int | float)
    return Number(exactly(given))


def made(decorator: str, options: dict[str, Any]) -> Any:
    """A UDF of a decorator that returns what it gets."""
    if decorator == "daft.func":
        if "max_concurrency" in options:

            async def later(x: int) -> int:
                return x

            return daft.func(**options)(later)
        return daft.func(**options)(_same)
    if decorator == "daft.func.batch":
        return daft.func.batch(**INT, **options)(_same)
    if decorator == "daft.udf":
        return daft.udf(**INT, **options)(lambda x: x)

    # Processes of workers can't import this file: only what is made in a function gets there whole.
    class Rows:
        def __call__(self, x: int) -> int:
            return x

    if decorator == "daft.cls":
        return daft.cls(**options)(Rows)()

    class Batches:
        @daft.method.batch(**INT, **options)
        def __call__(self, x: Any) -> Any:
            return x

    return daft.cls(Batches)()


def _same(x: int) -> int:
    return x


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(VERSION < FIRST_MEASURED, reason="nothing is said of older versions")
@pytest.mark.parametrize(("decorator", "keyword", "given"), one_in(2, CASES))
def test_daft_refuses_what_is_reported_as_refused(
    decorator: str, keyword: str, given: object
) -> None:
    if decorator == "daft.func.batch" and keyword == "max_concurrency":
        pytest.skip("a function that isn't async takes none, whatever the value")
    reported = refusal(decorator, keyword, value_of(given))
    stage, error = _outcome(decorator, {keyword: given})
    assert (error, stage) == ((reported.error, reported.when) if reported else ("", "never"))


@pytest.mark.skipif(VERSION < FIRST_MEASURED, reason="nothing is said of older versions")
def test_batches_of_no_rows_make_daft_panic() -> None:
    reported = refusal("daft.func.batch", "batch_size", Number(exactly(0)))
    done = subprocess.run(
        (sys.executable, "-c", PANICS),
        env={**os.environ, "DAFT_RUNNER": "native"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert reported is not None
    assert done.stdout.split()[-1] == reported.error


def _outcome(decorator: str, options: dict[str, Any]) -> tuple[str, str]:
    stage = "when the decorator runs"
    try:
        udf = made(decorator, options)
        stage = "when it is called with a column"
        expression = udf(daft.col("x"))
        if "ray_options" in options or "gpus" in str(options):
            return "never", ""
        stage = "when it runs"
        daft.from_pydict({"x": [1, 2]}).select(expression.alias("y")).collect()
    except Exception as error:
        return stage, type(error).__name__
    return "never", ""
