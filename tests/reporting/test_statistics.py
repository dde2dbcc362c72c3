from __future__ import annotations

import json
from dataclasses import replace

from daft_lint.findings import Edit, Fix, Safety
from daft_lint.reporting.report import Report
from daft_lint.reporting.statistics import RuleCount, as_json, as_text, rule_counts


def test_rules_are_counted_the_most_frequent_first(article: Report) -> None:
    findings = (*article.findings, *article.findings[1:2] * 11)
    assert rule_counts(replace(article, findings=findings)) == (
        RuleCount("DFT102", "oversized-batch", 12, 12),
        RuleCount("DFT101", "missing-repartition", 1),
        RuleCount("DFT201", "uneven-batches", 1),
    )


def test_counts_as_text_line_up() -> None:
    counts = (RuleCount("DFT102", "oversized-batch", 12), RuleCount("DFT101", "idle", 1))
    assert as_text(counts) == "12  DFT102  oversized-batch\n 1  DFT101  idle\n"


def test_counts_as_json() -> None:
    counts = (RuleCount("DFT102", "oversized-batch", 12, 3),)
    assert json.loads(as_json(counts)) == [
        {
            "code": "DFT102",
            "name": "oversized-batch",
            "count": 12,
            "fixable": False,
            "fixable_count": 3,
        }
    ]


def test_what_can_be_fixed_is_marked() -> None:
    counts = (
        RuleCount("DFT206", "legacy", 12, 12),
        RuleCount("DFT102", "oversized-batch", 9, 3),
        RuleCount("DFT101", "idle", 1),
    )
    assert as_text(counts) == (
        "12  DFT206  [*] legacy\n 9  DFT102  [-] oversized-batch\n 1  DFT101  [ ] idle\n"
        "[*] all can be fixed, [-] some can be fixed\n"
    )


def test_only_fixes_with_edits_of_an_allowed_safety_count(article: Report) -> None:
    plain = replace(article.findings[0], fixes=())
    edit = Edit(plain.span, "4")
    findings = tuple(
        replace(plain, fixes=(Fix("", safety, edits),))
        for safety in Safety
        for edits in ((), (edit,))
    )
    report = replace(article, findings=findings)
    assert [count.fixable for count in rule_counts(report)] == [1]
    both = frozenset({Safety.SAFE, Safety.UNSAFE})
    assert [count.fixable for count in rule_counts(report, both)] == [2]


def test_no_finding_is_no_line_and_an_empty_list(clean: Report) -> None:
    assert as_text(rule_counts(clean)) == ""
    assert json.loads(as_json(rule_counts(clean))) == []
