"""The Python blocks of Markdown are one program whose lines are those of the file."""

from __future__ import annotations

import pytest

from daft_lint.documents.document import Document, UnreadableDocumentError, decode
from daft_lint.linting import lint
from daft_lint.plan.span import Span
from daft_lint.settings import default_settings


def read(text: str) -> Document:
    return decode(text.encode(), "guide.md")


@pytest.mark.parametrize(
    "fences",
    [
        ("```python", "```"),
        ("```py", "```"),
        ("```Python3", "`````"),
        ("~~~python", "~~~"),
        ("````python", "````"),
        ("``` python", "```"),
        ('```python title="a.py" hl_lines="2"', "```"),
        ("```py {.light}", "```"),
        ("```{.python .numberLines}", "```"),
        ("```{ .py .annotate }", "```"),
        ("```python,ignore", "```"),
        ("```{code-cell} ipython3", "```"),
        ("  ```python", "  ```"),
        ("- ```python", "  ```"),
        ("\t```py", "\t```"),
        ("> ```py", "> ```"),
        ("> 1. ```py", ">    ```"),
    ],
)
def test_python_blocks_are_read(fences: tuple[str, str]) -> None:
    opening, closing = fences
    margin = closing[: len(closing) - len(closing.lstrip(" \t>"))]
    text = f"# T\n\n{opening}\n{margin}if a:\n{margin}    b\n\n{margin}c\n{closing}\nlast\n"
    document = read(text)
    assert document.text == "\n\n\nif a:\n    b\n\nc\n\n\n"
    span = document.located(Span("guide.md", 5, 5, 5, 6))
    assert span.exact_place == f"guide.md:5:{5 + len(margin)}"
    assert span.shown_line == "line 5"


@pytest.mark.parametrize(
    "block",
    [
        "```\na = 1\n```",
        "```text\na = 1\n```",
        "```python\n$ pip install daft\n```",
        "```python\n%%bash\na=1\n```",
        "```pycon\n>>> a == 1\nTrue\n```",
        "```pyspark\na = 1\n```",
        "    a = 1",
        "`a = 1`",
        "```python`\na = 1",
        "~~~text\n```python\na = 1\n```\n~~~",
    ],
)
def test_what_is_no_python_is_passed_over_in_silence(block: str) -> None:
    document = read(f"{block}\n\n```py\nb = 2\n```\n")
    assert document.text.strip() == "b = 2"
    assert document.layout is not None
    assert list(document.layout.broken("guide.md")) == []


@pytest.mark.parametrize(
    ("block", "names"),
    [
        ("```python\n>>> a = 1\n>>> a\n1\n```", "a"),
        ("```python\na = f(<number of workers>)\n```", "a"),
        ("```python\ndef f(...):\n```", "f"),
        ("> ```python\n> for a in\n> ```", "a"),
        ("   ```python\na = 1\n   ```", "a"),
        ("```python\n%%mytimer\na = 1\n```", "a"),
        ("```python\n>>> a = 1", "a"),
    ],
)
def test_names_that_a_block_binds_which_is_passed_over_are_unknown(block: str, names: str) -> None:
    text = f"```py\nbefore = 1\n```\n{block}"
    document = read(text)
    written = [line for line in document.lines if line]
    assert written == ["before = 1", f"{names} = get_ipython()"]
    assert document.lines.index(written[1]) == 4
    assert document.layout is not None
    assert list(document.layout.broken("guide.md")) == []


def test_nothing_is_said_of_a_frame_that_a_block_made_anew_which_is_passed_over() -> None:
    defined = """\
import daft
from daft import col
@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=512)
    def __call__(self, x): ...
df = daft.read_parquet("in/")  # daft-lint: rows=250, partitions=1
"""
    used = 'df.with_column("y", Embed()(col("x"))).write_parquet("out/")\n'
    blocks = {
        "x = df.into_partitions(": True,
        "df = df.into_partitions(<workers>)": False,
        ">>> df = df.into_partitions(8)": False,
    }
    for block, is_known in blocks.items():
        document = read(f"```py\n{defined}```\n```py\n{block}\n```\n```py\n{used}```\n")
        assert bool(lint(document, default_settings()).findings) is is_known


def test_a_block_may_hold_placeholders_and_commands_of_ipython() -> None:
    document = read("```python\n!pip install daft\ndf = ...\n```\n")
    assert document.text == "\npass\ndf = ...\n\n"


def test_a_block_may_end_with_the_file() -> None:
    assert read("```py\na = 1").text == "\na = 1"


def test_a_fence_inside_of_a_longer_one_is_text() -> None:
    assert read("````py\ns = '''\n```\n'''\n````\n").text == "\ns = '''\n```\n'''\n\n"


def test_what_is_no_utf_8_is_reported() -> None:
    with pytest.raises(UnreadableDocumentError, match="line 2 is not UTF-8"):
        decode(b"# T\n\xff\n", "guide.md")
