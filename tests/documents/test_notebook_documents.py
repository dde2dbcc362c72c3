"""A notebook is one program, and only the sources of changed cells are ever written back."""

from __future__ import annotations

import json
from typing import Any

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daft_lint.documents.document import Document, UnreadableDocumentError, decode
from daft_lint.documents.notebook import written_notebook
from daft_lint.plan.span import Span

Cell = dict[str, Any]


def code(source: str | list[str], **metadata: Any) -> Cell:
    outputs = [{"name": "stdout", "output_type": "stream", "text": ["é\\u00e9 </b>\n"]}]
    return {
        "cell_type": "code",
        "execution_count": 2,
        "id": "a1",
        "metadata": metadata,
        "outputs": outputs,
        "source": source,
    }


def text(source: str) -> Cell:
    return {"cell_type": "markdown", "id": "m", "metadata": {}, "source": source}


def notebook(*cells: Cell, **metadata: Any) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def read(content: object) -> Document:
    return decode(json.dumps(content).encode(), "drafts.ipynb")


def test_code_cells_in_their_order_make_up_one_program() -> None:
    document = read(notebook(code("a = 1"), text("# b"), code(["b = 2\n", "c = 3"]), code("")))
    assert document.text == "a = 1\n\nb = 2\nc = 3\n\n\n\n"
    assert document.sources == {1: "a = 1", 3: "b = 2\nc = 3", 4: ""}


def test_people_are_shown_the_line_of_a_cell() -> None:
    document = read(notebook(code("a = 1"), text("# b"), code("b = 2\nc = 3")))
    span = document.located(Span("drafts.ipynb", 4, 1, 4, 6))
    assert span == Span("drafts.ipynb", 4, 1, 4, 6)
    assert span.exact_place == "drafts.ipynb:cell 3:2:1"
    assert span.shown_line == "line 2 of cell 3"
    assert document.written_line(4) == "c = 3"


def test_people_are_shown_what_the_cell_holds() -> None:
    document = read(notebook(code("%time f()"), code("f(")))
    assert [document.written_line(number) for number in (1, 2, 3, 4, 9)] == [
        "%time f()",
        None,
        "f(",
        None,
        None,
    ]


def test_a_broken_cell_loses_no_other_cell() -> None:
    document = read(notebook(code("a = 1"), code("b = (\n...shell"), code("c = 3")))
    assert document.layout is not None
    assert [(why, span.exact_place) for why, span in document.layout.broken("drafts.ipynb")] == [
        ("'(' was never closed", "drafts.ipynb:cell 2:1:5")
    ]
    assert "a = 1" in document.text
    assert "c = 3" in document.text


@pytest.mark.parametrize(
    "source", ["return b", "if a:\n    break", "nonlocal b", "def f(b, b): ...", "yield b"]
)
def test_a_cell_that_python_refuses_to_run_loses_no_other_cell(source: str) -> None:
    document = read(notebook(code("a = await b"), code(source), code("c = 3")))
    assert document.layout is not None
    ((_, span),) = document.layout.broken("drafts.ipynb")
    assert span.exact_place.startswith("drafts.ipynb:cell 2:")
    assert "a = await b" in document.text
    assert source not in document.text
    assert "c = 3" in document.text


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"language_info": {"name": "python"}},
        {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        {"kernelspec": {"language": "python", "name": "conda"}},
        {"kernelspec": {"display_name": "Python [conda env:my]", "name": "conda-env-my-py"}},
        {"kernelspec": {"name": "myenv"}},
        {"kernelspec": {"name": "spark-etl"}},
        {"application/vnd.databricks.v1+notebook": {"language": "python"}},
        {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}},
    ],
)
def test_notebooks_of_python_are_read(metadata: dict[str, Any]) -> None:
    assert read(notebook(code("a = 1"), **metadata)).text == "a = 1\n\n"


@pytest.mark.parametrize(
    "metadata",
    [
        {"language_info": {"name": "R"}},
        {"kernelspec": {"language": "julia", "name": "julia-1.10"}},
        {"kernelspec": {"name": "myenv"}, "language_info": {"name": "R"}},
        {"application/vnd.databricks.v1+notebook": {"language": "sql"}},
    ],
)
def test_notebooks_of_other_languages_hold_no_program(metadata: dict[str, Any]) -> None:
    assert read(notebook(code("a <- 1"), **metadata)).text == ""


def test_cells_of_other_languages_are_left_out() -> None:
    document = read(notebook(code("select 1", vscode={"languageId": "sql"}), code("a = 1")))
    assert document.text == "\n\na = 1\n\n"


def test_cells_of_sql_are_left_out_in_notebooks_of_databricks() -> None:
    cell = code("%sql select 1\na = 1")
    assert read(notebook(cell)).text == "pass\na = 1\n\n"
    marked = {"application/vnd.databricks.v1+notebook": {"language": "python"}}
    assert read(notebook(cell, **marked)).text == "\n\n\n"


def test_forms_of_colab_are_comments() -> None:
    cell = code('size = 64 #@param {type:"integer"}', cellView="form")
    assert read(notebook(cell)).text.startswith("size = 64 #@param")


def test_notebooks_of_format_3_hold_no_cells() -> None:
    with pytest.raises(UnreadableDocumentError, match="it holds no cells"):
        read({"worksheets": [{"cells": [code("a = 1")]}], "nbformat": 3, "metadata": {}})


def test_a_notebook_without_cells_holds_no_program() -> None:
    assert decode(b'{"cells": []}', "new.ipynb").text == ""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b'{"cells": [\n<<<<<<< HEAD\n',
            "isn't a notebook: line 2 has a merge conflict marker; resolve it",
        ),
        (
            b'{"cells": [\n  {"source": "x',
            "isn't a notebook: line 2 isn't JSON (Unterminated string starting at); restore it",
        ),
        (
            '{"cells": []}'.encode("utf-16"),
            "isn't a notebook: it is UTF-16, which Jupyter can't read; save the file as UTF-8",
        ),
        (b"", "isn't a notebook: it is empty"),
        (b" \n", "isn't a notebook: it is empty"),
        (b"[]", "isn't a notebook: it holds no cells"),
        (b"{}", "isn't a notebook: it holds no cells"),
        (b'{"cells": [1]}', "isn't a notebook: cell 1 isn't an object"),
        (b'{"cells": [{"cell_type": "code", "source": 1}]}', "the source of cell 1 isn't text"),
        (b"\n\xff", "line 2 is not UTF-8; save the file as UTF-8, or restore it"),
        (b"[" * 100_000, "isn't a notebook: its JSON can't be read"),
    ],
)
def test_what_is_no_notebook_is_reported_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableDocumentError) as error:
        decode(data, "broken.ipynb")
    assert message in error.value.message
    assert "\n" not in error.value.message


def test_no_edit_may_touch_what_only_ipython_understands() -> None:
    document = read(notebook(code("%%time\n!ls\nx = 1"), code("%%bash\nls"), code("y = (")))
    line = document.offset
    assert document.takes(line(3, 1), line(3, 6))
    assert document.takes(line(3, 1), line(4, 1))
    assert not document.takes(line(1, 1), line(1, 1))
    assert not document.takes(line(2, 1), line(3, 1))
    assert not document.takes(line(3, 1), line(6, 1))
    assert not document.takes(line(5, 1), line(5, 1))


SOURCES = st.sampled_from(
    [
        "",
        "a = 1",
        "a = 'é\\u00e9/'\n",
        "%%time\nb = 2\n!ls",
        "c = (",
        "%%bash\nls",
        "# 🚀\n\nd = 1\n",
        "e = 1\r\nf = 2",
    ]
)


@st.composite
def notebooks(draw: st.DrawFn) -> bytes:
    cells = [
        code(source.splitlines(keepends=True) if draw(st.booleans()) else source)
        for source in draw(st.lists(SOURCES, max_size=5))
    ]
    cells.insert(draw(st.integers(0, len(cells))), text("# é"))
    indent = draw(st.sampled_from([None, 1, 2, "\t"]))
    written = json.dumps(
        notebook(*cells),
        indent=indent,
        ensure_ascii=draw(st.booleans()),
        sort_keys=draw(st.booleans()),
    )
    mark = b"\xef\xbb\xbf" if draw(st.booleans()) else b""
    return mark + (written + draw(st.sampled_from(["", "\n"]))).encode()


@given(notebooks())
def test_without_a_change_every_byte_stays(data: bytes) -> None:
    document = decode(data, "a.ipynb")
    assert written_notebook(data, document, document) == data


@given(notebooks(), st.data())
@settings(max_examples=150)
def test_a_change_differs_in_the_source_of_its_cell_only(data: bytes, draw: st.DataObject) -> None:
    before = decode(data, "a.ipynb")
    assert before.layout is not None
    places = [
        (start, end)
        for start in range(len(before.text) + 1)
        for end in (start, start + 1, start + 3)
        if end <= len(before.text) and before.takes(start, end)
    ]
    if not places:
        return
    start, end = draw.draw(st.sampled_from(places))
    new = draw.draw(st.sampled_from(["", "x", "\n", "x = 'é'\n", "\nz"]))
    after = before.edited([(start, end, new)])
    assert after.text == before.text[:start] + new + before.text[end:]
    written = written_notebook(data, before, after)
    changed = {
        number for number in before.sources if before.sources[number] != after.sources[number]
    }
    assert len(changed) <= 1
    was, becomes = json.loads(data.decode("utf-8-sig")), json.loads(written.decode("utf-8-sig"))
    for number, (old, new_cell) in enumerate(zip(was["cells"], becomes["cells"], strict=True), 1):
        if number in changed:
            assert "".join(new_cell["source"]) == after.sources[number]
            assert isinstance(new_cell["source"], type(old["source"]))
            new_cell["source"] = old["source"]
    assert was == becomes
    assert written[:3] == data[:3]
    assert written[-1:] == data[-1:]


def test_a_written_notebook_is_valid() -> None:
    data = json.dumps(notebook(code(["a = 1"]), text("# T")), indent=1).encode()
    before = decode(data, "a.ipynb")
    after = before.edited([(0, 0, "import daft\n")])
    written = nbformat.reads(written_notebook(data, before, after).decode(), as_version=4)
    nbformat.validate(written)
    assert written.cells[0].source == "import daft\na = 1"
