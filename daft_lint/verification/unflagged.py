"""Work without a finding, to be run all the same, and its outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daft_lint.findings import Claim, Confidence, Finding, Severity
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.rule import Case
from daft_lint.verification.verdict import Verification, Verified
from daft_lint.words import percent

_CODE = "unflagged"


def unflagged(cases: Iterable[Case], findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each piece of work that none of the findings is about, in the shape of a finding to watch.

    What tests do is left out, as it is where work is judged.
    """
    flagged = {
        _key(finding)
        for finding in findings
        if finding.call is not None and finding.pipeline is not None and finding.claim is Claim.LOSS
    }
    return tuple(finding for finding in _to_watch(cases) if _key(finding) not in flagged)


def _key(finding: Finding) -> tuple[object, ...]:
    assert finding.call is not None
    assert finding.pipeline is not None
    return finding.call.span, finding.call.udf.name, finding.pipeline.plan.source.span


def _to_watch(cases: Iterable[Case]) -> Iterator[Finding]:
    for case in cases:
        if case.pipeline.doubtful:
            continue
        pipeline = replace(case.pipeline, runner=case.runner)
        for work in case.judged.work:
            span = work.call.span
            if work.tasks.high >= 1 and not case.in_test(span):
                yield Finding(
                    _CODE,
                    _CODE,
                    work.call.udf.name,
                    span,
                    Severity.INFO,
                    Confidence.CERTAIN,
                    pipeline=pipeline,
                    call=work.call,
                )


def parted(verified: Verified) -> tuple[Verified, tuple[Verification, ...]]:
    """The verdicts on findings, and the runs of work without one."""
    everything = verified.verifications
    of_findings = tuple(each for each in everything if not is_unflagged(each.finding))
    return replace(verified, verifications=of_findings), tuple(
        each for each in everything if is_unflagged(each.finding)
    )


def idles(verification: Verification) -> bool:
    """Whether an actor or a worker got no row in some trial."""
    measured = verification.before
    return measured is not None and bool(measured.most_idle or measured.most_idle_workers)


def status(verification: Verification) -> str:
    """The outcome of work without a finding: `fine`, `idles` or `not run`."""
    if verification.before is None:
        return "not run"
    return "idles" if idles(verification) else "fine"


def is_unflagged(finding: Finding) -> bool:
    """Whether it only stands for work without a finding."""
    return finding.code == _CODE


def outcome(verification: Verification) -> str:
    """The outcome of a piece of work in one line, or why it didn't run."""
    measured = verification.before
    if measured is None:
        return verification.reason
    trials, unit = measured.trials, measured.unit
    asked, workers = trials[0].asked, measured.shape.cluster.workers
    used = [trial.utilisation for trial in trials]
    idle, idle_workers = measured.most_idle, measured.most_idle_workers or 0
    on_workers = unit is Unit.ACTOR and workers > 1 and not measured.shape.cluster.native
    if idles(verification):
        who = f"{idle:,} of {asked:,} {unit.plural}"
        who += f" and {idle_workers:,} of {workers:,} workers" if on_workers else ""
        who += " got no row"
        when = f"in the worst of {len(trials)} trials" if len(trials) > 1 else "in one trial"
    else:
        who = f"all {asked:,} {unit.plural}" if asked > 1 else f"the only {unit.value}"
        who += " got rows"
        if on_workers:
            who += f" on all {workers:,} workers"
        when = f"in each of {len(trials)} trials" if len(trials) > 1 else "in one trial"
    return f"{who} {when}, utilisation {percent(min(used), max(used))}"
