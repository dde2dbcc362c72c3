from __future__ import annotations

from dataclasses import replace

from daft_lint.findings import Confidence, Finding, Fix, Severity
from daft_lint.plan.span import Span
from daft_lint.reporting.alike import as_one


def _info(
    line: int, *, path: str = "old.py", advice: str = "make it `@daft.func.batch`"
) -> Finding:
    span = Span(path, line, 1, line, 2)
    fixes = (Fix(advice),)
    message = f"`f{line}` goes"
    return Finding(
        "DFT301", "legacy-udf", message, span, Severity.INFO, Confidence.CERTAIN, fixes=fixes
    )


def test_infos_of_a_file_with_the_same_advice_are_one() -> None:
    first, other = as_one([_info(5), _info(7, advice="by hand"), _info(9), _info(11)])
    assert first.message == "`f5` goes (3 places)"
    assert [related.span.line for related in first.related] == [9, 11]
    assert other == _info(7, advice="by hand")


def test_other_files_and_what_is_more_than_an_info_stay_apart() -> None:
    findings = [_info(5), _info(5, path="new.py")]
    findings += [replace(_info(line), severity=Severity.WARNING) for line in (6, 7)]
    findings += [replace(_info(line), confidence=Confidence.LIKELY) for line in (8, 8)][:1]
    assert list(as_one(findings)) == findings
