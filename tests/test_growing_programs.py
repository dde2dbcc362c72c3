"""What linting costs grows no faster than a program, whatever it repeats."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from daft_lint.documents.document import Document, UnreadableDocumentError
from daft_lint.documents.notebook import read_notebook
from daft_lint.linting import lint
from daft_lint.settings import default_settings

POOL = """\
import daft

@daft.cls(max_concurrency=4)
class E:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=8)
    def __call__(self, x): ...

e = E()
df = daft.read_parquet("s3://b/*")
"""
GROWING: dict[str, Callable[[int], str]] = {
    "repartitions": lambda n: POOL + "df = df.repartition(3)\n" * n + "df.collect()",
    "columns of UDFs": lambda n: (
        POOL
        + "".join(f"df = df.with_column('c{i}', e(df['a']))\n" for i in range(n))
        + "df.collect()"
    ),
    "decorators": lambda n: (
        "import daft\n" + "@daft.func\n" * n + "def f(x: int) -> int: return x\n"
    ),
    "assignments": lambda n: (
        POOL + "".join(f"a{i} = {i}\n" for i in range(10 * n)) + "df.repartition(a1).collect()"
    ),
}


@pytest.mark.parametrize("program", GROWING.values(), ids=GROWING.keys())
def test_four_times_the_program_takes_no_more_than_ten_times_as_long(
    program: Callable[[int], str],
) -> None:
    _seconds(program(50))
    few, many = (min(_seconds(program(size)) for _ in range(3)) for size in (50, 200))
    assert many < 10 * max(few, 0.05)


def test_a_notebook_of_too_many_cells_is_reported_as_that() -> None:
    cell = {"cell_type": "code", "source": "x = 1", "metadata": {}, "outputs": []}
    data = json.dumps({"cells": [cell] * 50_001, "nbformat": 4, "metadata": {}}).encode()
    with pytest.raises(UnreadableDocumentError, match="more than 50,000 cells"):
        read_notebook(data, "many.ipynb")


def _seconds(text: str) -> float:
    started = time.process_time()
    lint(Document("job.py", text), default_settings())
    return time.process_time() - started
