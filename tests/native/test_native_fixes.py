"""What DFT308 edits gives on real Daft what it gave before: rows, types and names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

daft = pytest.importorskip("daft")
os.environ.setdefault("DAFT_RUNNER", "native")

from daft_lint.documents.document import Document  # noqa: E402
from daft_lint.findings import Edit, Finding, Safety  # noqa: E402
from daft_lint.linting import lint  # noqa: E402
from daft_lint.settings import default_settings  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

_PROGRAM = '''\
import daft  # noqa: E402
from daft import DataType, Series, col  # noqa: E402


@daft.func
def lowered(text: str) -> str:
    """Lower case."""
    if text is None:
        return None
    return text.lower()


@daft.func
def normalised(text: str) -> str:
    stripped = text.strip()
    return stripped.lower()


@daft.func
def trimmed(text: str | None) -> str | None:
    return text.strip() if text is not None else None


@daft.func.batch(return_dtype=DataType.int64())
def words(texts: Series):
    return [len(one.split()) if one is not None else None for one in texts]


@daft.func
def share(part: float, whole: float) -> float:
    return part / whole


@daft.func
def shares(whole: float, part: float) -> float:
    return part / whole


@daft.func
def several(tags: list[str]) -> int:
    return len(tags)


df = daft.from_pydict(
    {
        "text": ["Hello  World", " ΑΣ ", "ß\\u00e9\\U0001f600", ""],
        "power": [1.0, 2.5, 1e9, 0.1],
        "total": [3.0, 2.5, 1e-9, -7.0],
        "tags": [["a", "b", "c"], [], ["x"], ["", "ß"]],
    }
)
df = df.with_column("lowered", lowered(col("text"))).with_column("n", normalised(df["text"]))
df = df.with_columns({"trimmed": trimmed(col("text").upper()), "words": words(col("text"))})
df = df.with_column("twice", several(col("tags")) * 2)
df = df.select(
    lowered(col("lowered")),
    share(col("power"), col("total")).alias("share"),
    shares(col("total"), col("power")).alias("shares"),
    several(col("tags")),
    trimmed(col("trimmed")),
    "twice",
    "words",
)
'''


def _findings(program: str = _PROGRAM) -> list[Finding]:
    found = lint(Document("program.py", program), default_settings()).findings
    return [finding for finding in found if finding.code == "DFT308"]


def _edited(edits: list[Edit]) -> str:
    lines = _PROGRAM.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        assert edit.span.line == edit.span.end_line
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = (
            line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
        )
    return "".join(lines)


def _run(program: str, folder: Path, name: str) -> tuple[object, object]:
    file = folder / name
    file.write_text(program, encoding="utf-8")
    names: dict = {}
    exec(compile(program, str(file), "exec"), names)
    return names["df"].schema(), names["df"].to_pydict()


def test_the_calls_of_every_udf_are_edited() -> None:
    edited = {finding.message.split("`")[1] for finding in _findings() if finding.fixes[0].edits}
    wanted = {"lowered", "normalised", "trimmed", "words", "share", "shares"}
    assert edited == wanted | {"several"}


def test_a_comment_in_a_call_is_kept() -> None:
    call = 'normalised(df["text"])'
    assert call in _PROGRAM
    commented = _PROGRAM.replace(call, 'normalised(\n    df["text"],  # of a page\n)')
    edited = {
        finding.message.split("`")[1] for finding in _findings(commented) if finding.fixes[0].edits
    }
    assert "lowered" in edited
    assert "normalised" not in edited


def test_edits_are_safe_only_where_nothing_can_change() -> None:
    safe = {
        finding.message.split("`")[1]
        for finding in _findings()
        if finding.fixes[0].safety is Safety.SAFE
    }
    assert safe == {"trimmed"}


def test_an_edited_program_gives_the_same_rows_types_and_names(tmp_path: Path) -> None:
    edits = [edit for finding in _findings() for edit in finding.fixes[0].edits]
    after = _edited(edits)
    assert _run(after, tmp_path, "after.py") == _run(_PROGRAM, tmp_path, "before.py")
