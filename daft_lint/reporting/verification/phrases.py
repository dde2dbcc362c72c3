"""Verdicts and their evidence in plain English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daft_lint.findings import Effect, Finding
from daft_lint.judgement import Status
from daft_lint.plan.cluster import WorkerGroup
from daft_lint.reporting.money import lost_of
from daft_lint.reporting.phrases import counted, hidden_findings, idle_of, judged, utilisation_of
from daft_lint.reporting.printable import on_one_line, printable_lines
from daft_lint.reporting.report import Report
from daft_lint.reporting.verification.figures import expected_idle, number
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.verification.observation import Measurement
from daft_lint.verification.shape import PlanShape, Shape, StepKind, StepShape
from daft_lint.verification.unflagged import idles
from daft_lint.verification.verdict import Environment, Gain, Verdict, Verification
from daft_lint.words import duration, percent


def verdict_text(verification: Verification) -> str:
    """The finding, the verdict and its evidence: the text for people in reports for machines."""
    remedy = remedy_of(verification)
    lines = [
        (verification.verdict.value, verification.reason),
        *_figures(verification),
        *([] if remedy is None else [remedy]),
        *helps(verification),
        *circumstances(verification),
    ]
    text = "\n".join([verification.finding.message, *(f"{label}: {said}" for label, said in lines)])
    return printable_lines(text)


def prediction_of(effect: Effect) -> str:
    """The prediction: `2 of 4 actors idle, utilisation 42%, 29.87 an hour lost`."""
    lost = lost_of(effect)
    figures = (
        f"{idle_of(effect)} {effect.unit.plural} idle",
        utilisation_of(effect),
        None if lost is None else f"{lost} lost",
    )
    return ", ".join(figure for figure in figures if figure is not None)


def remedy_of(verification: Verification) -> tuple[str, str] | None:
    """The outcome of the remedy and why: `remedy helps`; None where there is none."""
    gain, reason = verification.gain, verification.gain_reason
    if not is_wanting(verification) or (gain is Gain.NOT_MEASURED and not reason):
        return None
    if gain is Gain.DOES_NOT_HELP:
        reason = "; ".join(part for part in (reason, _fault(verification.finding)) if part)
    if gain is Gain.NO_DIFFERENCE:
        return "remedy", f"{gain.value}: {reason}"
    return f"remedy {gain.value}", reason


def helps(verification: Verification) -> Iterator[tuple[str, str]]:
    """The remedy, and remedies that failed; nothing where nothing is wrong.

    Only a remedy that helps is offered to be applied.
    """
    if not is_wanting(verification):
        return
    tried = next((fix for fix in verification.finding.fixes if fix.changes), None)
    for fix in verification.finding.fixes:
        if fix is not tried or verification.gain is Gain.NOT_MEASURED:
            yield "help", fix.message
        elif verification.gain is Gain.HELPS:
            yield "help", f"{fix.message} (apply with --fix)" if fix.edits else fix.message
        else:
            yield "tried", fix.message


def is_wanting(verification: Verification) -> bool:
    """Whether there is something to mend, as far as is known, and a way to do it."""
    return bool(verification.finding.fixes) and verification.verdict is not Verdict.REFUTED


def circumstances(verification: Verification) -> Iterator[tuple[str, str]]:
    """The shape that ran, and how it differs from the pipeline."""
    if verification.before is not None:
        ran = _ran(verification.before.shape)
        trials = counted(len(verification.before.trials), "trial")
        if verification.live:
            cluster = cluster_in_words(verification.before.shape)
            yield "live", f"your own program ran, on {cluster}, {trials}"
        else:
            yield "replayed", f"{ran}, {trials}"
    for line in verification.scaling:
        yield "scaled", line


def summary(report: VerificationReport) -> str:
    """The outcome of a verification in one line."""
    parts = [_verdicts(report)] if report.verifications or not report.unflagged else []
    if report.unflagged:
        parts.append(_others(report.unflagged))
    environment = report.verified.environment
    if environment is not None:
        parts.append(f"{duration(environment.seconds)} on {_versions(environment)}")
    elif report.verifications or report.unflagged:
        parts.append("nothing ran")
    if report.report.has_open_work:
        # Work that was never flagged isn't verified either.
        parts.append(judged(report.report.judgements, hint=" (see daft-lint check)").rstrip("."))
    return "; ".join([*parts, *_left_out(report.report)])


def result(report: VerificationReport) -> str:
    """What runs of all work came to: whether any of it idled.

    That none does is proven only if everything ran, and nothing is open.
    """
    pieces = (*report.verifications, *(report.unflagged or ()))
    ran = [piece for piece in pieces if piece.before is not None]
    idle = sum(map(idles, ran))
    still_open = sum(work.status is Status.OPEN for work in report.report.judgements)
    text = f"{len(ran)} of {counted(len(pieces), 'piece')} of work ran"
    if ran:
        text += f", {f'{idle} of these' if idle else 'none'} with idle actors or workers"
    text += f"; {still_open} open" if still_open else ""
    left = report.unread or report.report.failures or report.report.unfinished
    if idle:
        return f"RESULT: idle. {text}."
    if not ran or len(ran) < len(pieces) or still_open or left:
        return f"RESULT: not proven. {text}. What did not run may still idle."
    return f"RESULT: nothing idles. {text}."


def _verdicts(report: VerificationReport) -> str:
    findings = len(report.verifications)
    if not findings:
        checked = counted(report.report.files_checked, "file")
        return f"Nothing to verify: no findings about idle workers or actors in {checked}"
    numbers = ((report.verified.count(verdict), verdict.value) for verdict in Verdict)
    verdicts = ", ".join(f"{number:,} {verdict}" for number, verdict in numbers if number)
    return f"{verdicts} of {counted(findings, 'finding')}"


def _others(unflagged: Sequence[Verification]) -> str:
    """The outcome of work without a finding: `... 1 without idling, 1 not run`."""
    ran = [verification for verification in unflagged if verification.before is not None]
    idle = sum(map(idles, ran))
    numbers = {
        "without idling": len(ran) - idle,
        "with idle actors or workers": idle,
        "not run": len(unflagged) - len(ran),
    }
    reported = ", ".join(f"{count:,} {what}" for what, count in numbers.items() if count)
    return f"{counted(len(unflagged), 'piece')} of work without a finding: {reported}"


def _versions(environment: Environment) -> str:
    versions = f"Daft {environment.daft}"
    if environment.ray is None:
        return versions
    versions += f", Ray {environment.ray}"
    if environment.address is None:
        return versions
    return f"{versions} at {on_one_line(environment.address)}"


def _left_out(report: Report) -> Iterator[str]:
    if report.hidden:
        yield hidden_findings(report)
    if report.suppressed:
        yield f"{counted(report.suppressed, 'finding')} suppressed"
    if report.failures:
        yield f"{counted(len(report.failures), 'file')} could not be checked"
    if report.unfinished:
        files = {bound.span.path for bound in report.unfinished}
        yield f"{counted(len(files), 'file')} not analysed completely"


def _figures(verification: Verification) -> Iterator[tuple[str, str]]:
    """The prediction and the observation."""
    before = verification.before
    if before is not None:
        yield "predicted", _expected(before)
        yield "observed", _observed(before)
    elif verification.finding.effect is not None:
        yield "predicted", prediction_of(verification.finding.effect)


def _expected(measured: Measurement) -> str:
    expected = measured.expected
    idle = f"{expected_idle(expected)} of {measured.typical.asked} {measured.unit.plural} idle"
    return f"{idle}, utilisation {percent(expected.utilisation)}"


def _observed(measured: Measurement) -> str:
    idle = f"{number(measured.idle)} of {measured.typical.asked} {measured.unit.plural} idle"
    figures = f"{idle}, utilisation {percent(measured.utilisation)}, {duration(measured.makespan)}"
    trials = len(measured.trials)
    return figures if trials == 1 else f"{figures} (median of {trials} trials)"


def data_of(plan: PlanShape) -> str:
    """The rows, and what makes their partitions: `9 rows in 1 partition, then into_batches(3)`."""
    source = f"{counted(plan.rows, 'row')} in {counted(plan.partitions, 'partition')}"
    steps = ", ".join(_step(step) for step in plan.steps if step.kind is not StepKind.UDF)
    return f"{source}, then {steps}" if steps else source


def _step(step: StepShape) -> str:
    return step.kind.value if step.count is None else f"{step.kind.value}({step.count:,})"


def _ran(shape: Shape) -> str:
    return f"{data_of(shape.plan)} on {cluster_in_words(shape)}"


def cluster_in_words(shape: Shape) -> str:
    """`2 workers with 4 CPUs each`, `the native runner with 8 threads`."""
    if shape.cluster.native:
        return f"the native runner with {counted(shape.cluster.cpus_per_worker, 'thread')}"
    return ", ".join(_workers(kind) for kind in shape.cluster.kinds)


def _workers(kind: WorkerGroup) -> str:
    has = [counted(kind.cpus, "CPU")]
    if kind.gpus:
        has.append(counted(kind.gpus, "GPU"))
    has += [name for name, _ in kind.resources]
    each = " each" if kind.workers > 1 else ""
    return f"{counted(kind.workers, 'worker')} with {' and '.join(has)}{each}"


def _fault(finding: Finding) -> str:
    return f"unless the machine was busy, this is a bug in {finding.code}, please report it"
