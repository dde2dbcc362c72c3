"""One line a pipeline: source, steps, UDFs in brackets, action.

`from_pydict 1p 1000r > limit(5) > with_column[Tag 4 actors, batch 64] > collect` has one partition
and 1,000 rows. `?` is unknown, `2..5` a range, `~` follows a number that is only a parameter's
default, `maybe` precedes a step that only some run takes.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Operator, Pipeline, UdfCall
from daft_lint.plan.quantity import OriginKind, Quantity

PRELUDE = """
import daft
from daft import col

@daft.cls(max_concurrency=4)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, texts):
        return texts

tag = Tag()
"""


@pytest.fixture(scope="session")
def outline() -> Callable[[str], list[str]]:
    """Outlines the pipelines of a program that is written out whole."""

    def outlined(program: str) -> list[str]:
        return [_line(pipeline) for pipeline in read(dedent(program), "job.py").pipelines]

    return outlined


@pytest.fixture(scope="session")
def outline_after(outline: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Outlines the pipelines of a program that goes on after `PRELUDE`."""
    return lambda program: outline(PRELUDE + dedent(program))


def _line(pipeline: Pipeline) -> str:
    source = pipeline.plan.source
    name = source.name.removeprefix("daft.")
    parts = [f"{name} {_number(source.partitions)}p {_number(source.rows)}r"]
    parts += [_step(step) for step in pipeline.plan.operators]
    if pipeline.action is not None:
        parts.append(pipeline.action.method)
    return " > ".join(parts)


def _step(step: Operator) -> str:
    text = f"maybe {step.method}" if step.maybe else step.method
    if step.count is not None:
        text += f"({_number(step.count)})"
    for call in step.calls:
        text += f"[{_call(call)}]"
    for other in step.inputs:
        text += f"<{other.source.name.removeprefix('daft.')}>"
    return text


def _call(call: UdfCall) -> str:
    udf = call.udf
    text = udf.name
    if udf.concurrency is not None:
        text += f" {_number(udf.concurrency)} {'coroutines' if udf.is_async else 'actors'}"
    if udf.batch_size is not None:
        text += f", batch {_number(udf.batch_size)}"
    return text


def _number(quantity: Quantity) -> str:
    guess = any(origin.kind is OriginKind.DEFAULT for origin in quantity.origins)
    if quantity.known:
        return f"{quantity.value:g}" + ("~" if guess else "")
    if quantity.high == float("inf"):
        return "?" if quantity.low <= 1 else f"{quantity.low:g}.."
    return f"{quantity.low:g}..{quantity.high:g}"
