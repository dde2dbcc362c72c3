from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import Confidence, Edit, Effect, Finding, Fix, Related, Safety, Severity
from daft_lint.plan.quantity import between, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.reporting.full import render
from daft_lint.reporting.printable import in_ascii
from daft_lint.reporting.report import Report, Style

LONG = "x = 1; " * 30 + "udf(col('a'))" + "; y = 2" * 30


def underlined(rendered: str) -> tuple[str, int, int]:
    """The line of code above the first underline, and the cells that the underline takes."""
    lines = rendered.splitlines()
    number = next(i for i, line in enumerate(lines) if re.fullmatch(r" *│ +\^+", line))
    code, below = lines[number - 1], lines[number]
    return code, below.index("^"), len(below)


def cells(line: str, start: int, end: int) -> str:
    """The characters of a line from one cell up to another."""
    columns = [cell_len(line[:index]) for index in range(len(line))]
    return "".join(
        char for char, column in zip(line, columns, strict=True) if start <= column < end
    )


def test_the_article_reads_well(article: Report, plain: Style, snapshot: SnapshotAssertion) -> None:
    assert render(article, plain) == snapshot


def test_a_narrow_ascii_terminal_is_enough(article: Report) -> None:
    rendered = in_ascii(render(article, Style(color=False, width=60)))
    assert rendered.isascii()
    assert max(map(len, rendered.splitlines())) <= 60
    assert "worker 1  1 actor   ########################  600 rows" in rendered


def test_verbose_shows_every_place_assumption_and_remedy(
    article: Report, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(article, replace(plain, verbose=True)) == snapshot


def test_of_many_places_those_to_change_come_first_and_the_others_are_counted(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    places = [Span("job.py", line, 1, line, 2) for line in range(2, 7)]
    related = tuple(Related(span, f"place {span.line}") for span in places)
    fixes = (Fix("change it", Safety.SAFE, (Edit(places[4], "2"),)), Fix("or"), Fix("both"))
    rendered = render(finding_in("udf()", "udf()", related=related, fixes=fixes), plain)
    assert (
        " ::: line 6: place 6\n"
        " ::: line 2: place 2\n"
        " ... and 3 more places (-v)\n"
        "  = help: change it\n"
        " ... and 2 more remedies (-v)\n"
    ) in rendered


def test_all_clear(clean: Report, plain: Style) -> None:
    assert render(clean, plain) == "No problems found, no work judged. 12 files read.\n"


def test_no_file_is_not_all_clear(clean: Report, plain: Style) -> None:
    assert render(replace(clean, files_checked=0), plain) == "No files to check.\n"


def test_a_failure_is_never_all_clear(with_failures: Report, plain: Style) -> None:
    rendered = render(replace(with_failures, findings=()), plain)
    assert "All clear" not in rendered
    assert rendered == (
        "error: pipelines/gone.py: no permission to read it\n\n"
        "error: pipelines/50%, or: less.py: internal error in DFT101: please report it\n\n"
        "No problems in what could be checked, no work judged. 1 finding suppressed. 4\n"
        "files read. 2 files could not be checked.\n"
    )


def test_colour_adds_escapes_and_nothing_else(with_failures: Report, plain: Style) -> None:
    coloured = render(with_failures, replace(plain, color=True))
    assert "\x1b[1;33mwarning[DFT101]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(with_failures, plain)


def test_colour_is_the_callers_choice_alone(
    article: Report, plain: Style, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = render(article, replace(plain, color=True))
    monkeypatch.setenv("NO_COLOR", "1")
    assert render(article, replace(plain, color=True)) == expected
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in render(article, plain)


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ("\tif x:\n\t\ty = udf(col('a'))\t# why\n", "udf(col('a'))", "udf(col('a'))"),
        ("x = ['结果', '名前']; udf('数')  # 😀", "udf('数')", "udf('数')"),
        ("a\tb = '\u3000é'; udf()", "udf()", "udf()"),
        ("evil = '\x1b[31m\u202e'; udf()", "udf()", "udf()"),
        ("call('\x1b[31m')", "'\x1b[31m'", r"'\x1b[31m'"),
        (LONG, "udf(col('a'))", "udf(col('a'))"),
        ("'结果', " * 40 + "udf()", "udf()", "udf()"),
    ],
    ids=["tabs", "wide", "blanks", "escapes before", "escapes within", "long", "long and wide"],
)
def test_the_underline_stands_under_the_code(
    text: str, code: str, shown: str, finding_in: Callable[..., Report], plain: Style
) -> None:
    line, start, end = underlined(render(finding_in(text, code), plain))
    assert cells(line, start, end) == shown
    assert cell_len(line) <= plain.width


def test_long_lines_and_labels_are_cut_and_wrapped_to_the_width(
    finding_in: Callable[..., Report], plain: Style, snapshot: SnapshotAssertion
) -> None:
    far = Related(Span("job.py", 1, 211, 1, 400), "a label that goes on for longer than the room")
    near = Related(Span("job.py", 1, 1, 1, 2), "a short label")
    report = finding_in(LONG, "udf(col('a'))", related=(far, near))
    assert render(report, plain) == snapshot


def test_an_underline_at_the_right_edge_keeps_its_label_within_the_width(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    related = Related(Span("job.py", 1, 70, 1, 71), "12 partitions come from here")
    rendered = render(finding_in("x" * 70, "x", related=(related,)), plain)
    assert max(map(len, rendered.splitlines())) <= plain.width


def test_escapes_in_messages_never_reach_the_terminal(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    text = "\x1b[2J\u202e\r"
    report = finding_in(
        "udf()",
        "udf()",
        message=text,
        assumptions=(text,),
        fixes=(Fix(text),),
        related=(Related(Span(f"gone{text}.py", 1, 1, 1, 2), text),),
    )
    rendered = render(report, plain)
    assert all(line.isprintable() for line in rendered.splitlines())
    assert r"\x1b[2J\u202e" in rendered


def test_a_span_over_lines_shows_its_first_and_its_last(
    finding_in: Callable[..., Report], plain: Style, snapshot: SnapshotAssertion
) -> None:
    text = "df = df.with_column(\n    'a',\n    udf(),\n)\ndf.collect()\n"
    code = "df.with_column(\n    'a',\n    udf(),\n)"
    assert render(finding_in(text, code), plain) == snapshot


def test_the_line_break_after_a_span_is_not_a_line_of_it(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    text = "df.with_column(\n    'a')\ndf.collect()\n"
    without = render(finding_in(text, "df.with_column(\n    'a')"), plain)
    assert render(finding_in(text, "df.with_column(\n    'a')\n"), plain) == without
    assert "df.collect()" not in without


def test_code_that_is_gone_is_still_named(
    finding_in: Callable[..., Report], plain: Style, snapshot: SnapshotAssertion
) -> None:
    gone = Related(Span("pyproject.toml", 9, 1, 9, 12), "workers = 2")
    moved = Span("job.py", 40, 1, 40, 5)
    assert render(finding_in("x", "x", span=moved, related=(gone,)), plain) == snapshot


def test_a_span_past_the_end_of_its_line_is_marked_at_the_end(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    report = finding_in("x = (", "x", span=Span("job.py", 1, 30, 1, 40), severity=Severity.ERROR)
    assert "1 │ x = (\n  │      ^\n" in render(report, plain)


@pytest.mark.parametrize(
    ("effect", "line"),
    [
        (Effect(exactly(4), exactly(2), exactly(0.5)), "2 of 4 · utilisation 50%"),
        (
            Effect(exactly(4), between(1, 3), between(0.1, 1 / 3)),
            "1 to 3 of 4 · utilisation 10% to 33%",
        ),
        (Effect(exactly(4), unknown(), unknown()), "0 to 4 of 4"),
        (
            Effect(unknown(), between(2, float("inf")), between(0, 0.5)),
            "2 or more · utilisation 0% to 50%",
        ),
        (Effect(between(2, 8), exactly(1), between(0, 1)), "1 of 2 to 8"),
    ],
)
def test_what_is_known_of_the_effect_is_said(
    effect: Effect, line: str, finding_in: Callable[..., Report], plain: Style
) -> None:
    rendered = render(finding_in("x", "x", effect=effect), plain)
    assert f"  = idle actors: {line}\n" in rendered


def test_help_with_code_keeps_its_indentation(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    fix = Fix("write\n    df = df.into_batches(200)\nbefore the UDF")
    assert (
        "  = help: write\n              df = df.into_batches(200)\n          before the UDF\n"
    ) in render(finding_in("x", "x", fixes=(fix,)), plain)


def test_of_many_findings_the_worst_are_whole_and_each_rule_has_a_line(
    article: Report, plain: Style
) -> None:
    """A first run fits on one screen; -v shows each. What is said once isn't said again whole."""
    one = article.findings[0]
    places = [replace(one.span, line=line, end_line=line) for line in range(1, 41)]
    same = [replace(one, span=span) for span in places]
    others = [
        replace(
            one,
            code="DFT301",
            span=span,
            severity=Severity.INFO,
            message=f"old, {number}",
            fixes=(),
        )
        for number, span in enumerate(places[:4])
    ]
    many = replace(article, findings=(*same, *others))
    text = render(many, plain)
    whole = [line.split("]")[0] for line in text.splitlines() if line.startswith(("warn", "inf"))]
    assert whole == [f"warning[{one.code}", "info[DFT301"]
    assert len(text.splitlines()) <= 40
    where = one.span.path[-8:]
    assert re.search(rf"^{one.code} \S*{where}:2 and 38 more: ", text, re.MULTILINE)
    assert re.search(rf"^DFT301 \S*{where}:2 and 2 more: old, 1$", text, re.MULTILINE)
    assert "more problems" not in render(many, replace(plain, verbose=True))


def test_of_many_findings_one_that_idles_is_whole(article: Report, plain: Style) -> None:
    """Errors show themselves when the program runs."""
    one = article.findings[0]
    raises = Finding("DFT310", "removed-api", "", one.span, Severity.ERROR, Confidence.CERTAIN)
    errors = [replace(raises, code=f"DFT31{number}", message=f"{number}") for number in range(5)]
    text = render(replace(article, findings=(*errors, one)), plain)
    assert f"warning[{one.code}]" in text
    assert "error[" in text


def test_findings_that_are_read_as_one_are_still_counted(article: Report, plain: Style) -> None:
    one = article.findings[0]
    places = [replace(one.span, line=line, end_line=line) for line in range(1, 41)]
    same = [replace(one, span=span) for span in places]
    old = Finding("DFT301", "legacy-udf", "", one.span, Severity.INFO, Confidence.CERTAIN)
    others = [
        replace(old, span=span, message=f"old, {number}", fixes=(Fix(f"advice {number // 3}"),))
        for number, span in enumerate(places[:9])
    ]
    text = render(replace(article, findings=(*same, *others)), plain)
    assert "old, 0 (3 places)" in text
    assert "\n45 more problems (-v shows them whole):" in text
    assert re.search(r"^DFT301 \S*:4 and 5 more: old, 3 \(3 places\)$", text, re.MULTILINE)
    assert "49 problems (40 warnings, 9 info)." in text


def test_a_few_other_findings_have_a_line_each(article: Report, plain: Style) -> None:
    one = article.findings[0]
    found = [replace(one, message=f"it idles, {number}") for number in range(10)]
    spans = [replace(one.span, line=line, end_line=line) for line in range(1, 11)]
    found = [replace(each, span=span) for each, span in zip(found, spans, strict=True)]
    text = render(replace(article, findings=tuple(found)), plain)
    assert len([line for line in text.splitlines() if line.startswith(f"{one.code} ")]) == 8
