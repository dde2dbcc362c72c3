from __future__ import annotations

from dataclasses import replace

from daft_lint.findings import UNKNOWN_DAFT, Confidence, Finding, Fix, Severity
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


def _removed(line: int, release: str, *, knows_daft: bool = False) -> Finding:
    span = Span("old.py", line, 1, line, 2)
    message = f"Daft 0.7 has no `Expression.n{line}` (last in {release}): this raises it"
    assumptions = () if knows_daft else (UNKNOWN_DAFT,)
    return Finding(
        "DFT310",
        "removed-api",
        message,
        span,
        Severity.ERROR,
        Confidence.LIKELY,
        assumptions=assumptions,
        last_daft=tuple(map(int, release.split("."))),
    )


def test_names_of_an_old_release_are_one_where_the_version_is_not_known() -> None:
    (one,) = as_one([_removed(3, "0.6.14"), _removed(5, "0.6.4"), _removed(8, "0.6.14")])
    assert one.message == (
        "this file uses 3 names that Daft 0.7 doesn't have: it is written for Daft 0.6.4 or older"
    )
    assert [related.span.line for related in one.related] == [5, 8]
    assert 'set daft-version = "0.6.4"' in one.fixes[0].message


def test_names_of_an_old_release_stay_apart_where_the_version_is_known() -> None:
    findings = [_removed(line, "0.6.14", knows_daft=True) for line in (3, 5)]
    assert list(as_one(findings)) == findings


def test_places_of_one_name_that_the_next_daft_removes_are_one_with_each_advice() -> None:
    message = "Daft 0.7 removes `Expression.dt`"
    uses = [
        replace(_info(line, advice=advice), code="DFT310", message=message)
        for line, advice in ((9, "use `Expression.year`"), (10, "use `Expression.month`"))
    ]
    (one,) = as_one(uses)
    assert one.message == "Daft 0.7 removes `Expression.dt` (2 places)"
    assert one.fixes[0].message == "use `Expression.year`; use `Expression.month`"
