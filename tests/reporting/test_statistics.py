from __future__ import annotations

import json
from dataclasses import replace

from daft_lint.reporting.report import Report
from daft_lint.reporting.statistics import RuleCount, as_json, as_text, rule_counts


def test_rules_are_counted_the_most_frequent_first(article: Report) -> None:
    findings = (*article.findings, *article.findings[1:2] * 11)
    assert rule_counts(replace(article, findings=findings)) == (
        RuleCount("DFT102", "oversized-batch", 12),
        RuleCount("DFT101", "missing-repartition", 1),
        RuleCount("DFT201", "uneven-batches", 1),
    )


def test_counts_as_text_line_up() -> None:
    counts = (RuleCount("DFT102", "oversized-batch", 12), RuleCount("DFT101", "idle", 1))
    assert as_text(counts) == "12  DFT102  oversized-batch\n 1  DFT101  idle\n"


def test_counts_as_json() -> None:
    counts = (RuleCount("DFT102", "oversized-batch", 12),)
    assert json.loads(as_json(counts)) == [
        {"code": "DFT102", "name": "oversized-batch", "count": 12}
    ]


def test_no_finding_is_no_line_and_an_empty_list(clean: Report) -> None:
    assert as_text(rule_counts(clean)) == ""
    assert json.loads(as_json(rule_counts(clean))) == []
