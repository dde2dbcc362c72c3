"""What isn't read in a notebook may bind names: they are unknown from there on."""

from __future__ import annotations

import ast
import json

import pytest

from daft_lint.documents.document import decode
from daft_lint.documents.embedded_code import read_cell
from daft_lint.linting import lint
from daft_lint.settings import default_settings

DEFINED = """\
%pip install daft
import daft
from daft import col
daft.set_runner_ray()
@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=512)
    def __call__(self, x): ...
"""
SOURCE = '# daft-lint: rows=250, partitions=1\ndf = daft.read_parquet("in/")'
USED = 'df = df.with_column("y", Embed()(col("x")))\ndf.write_parquet("out/")'


def found_behind(cell: str) -> set[str]:
    """The rules that find something where a cell stands before the use of a frame."""
    cells = [
        {"cell_type": "code", "metadata": {}, "source": source}
        for source in (DEFINED, SOURCE, cell, USED)
    ]
    document = decode(json.dumps({"cells": cells}).encode(), "n.ipynb")
    return {finding.code for finding in lint(document, default_settings()).findings} - {"DFT900"}


@pytest.mark.parametrize(
    "cell",
    [
        "%%mytimer\ndf = df.repartition(100)",
        "%sql select 1\ndf = f(1",
        "df = df.repartition(\n...shell",
        "print 1\nx, df = f(y=3)",
        "print 1\nfrom frames import (\n  a,\n  df)",
    ],
)
def test_nothing_is_said_of_what_a_cell_may_have_bound_anew(cell: str) -> None:
    assert found_behind(cell) == set()


@pytest.mark.parametrize(
    "cell",
    [
        "x = 1",
        "%matplotlib inline",
        "%load_ext df",
        "%autoreload 2",
        "!pip install df",
        "%pip install df",
        "%env df=1",
        "%cd df",
        "%store df",
        "%watermark -p df,daft",
        "%config df.a = 1",
        "%%html\n<a df=1>",
        "%%bash\ndf=1",
        "%%writefile a.py\ndf = 1",
        "%%sql\nselect x as df",
        "%sql select x as df",
        "df?",
        "pip install df",
        "%timeit df = df.repartition(100)",
        "%%timeit\ndf = df.repartition(100)",
        "%%mytimer\nx = df.show(n=1)",
        "df.show(n=1 2",
    ],
)
def test_what_binds_nothing_leaves_all_known(cell: str) -> None:
    assert found_behind(cell) == {"DFT101"}


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("%%mytimer a\nb = 1\nif c:\n  d = b", "b = d = get_ipython()\n\n\n"),
        ("%%mytimer\nclass a: b = 1\nimport c.d, e as f", "a = c = f = get_ipython()\n\n"),
        ("x.y = (", "x = get_ipython()"),
    ],
)
def test_the_lines_of_a_cell_stay(cell: str, text: str) -> None:
    code = read_cell(cell)
    ast.parse(code.text)
    assert code.text.count("\n") == cell.count("\n")
    assert sorted(code.text.split(" = ")) == sorted(text.split(" = "))
