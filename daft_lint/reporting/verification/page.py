"""`verify --report`: the text of each finding, with a timeline for each actor."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.reporting import html
from daft_lint.reporting.phrases import counted, units
from daft_lint.reporting.timeline import axis_seconds, seconds, timeline
from daft_lint.reporting.verification.full import closing_lines, verification_lines
from daft_lint.reporting.verification.phrases import cluster_in_words, data_of
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.verification.observation import Measurement
from daft_lint.verification.shape import Shape
from daft_lint.verification.verdict import Verdict, Verification, Verified


def page(report: VerificationReport) -> str:
    """The page, which loads nothing and runs nothing.

    Raises:
        ImportError: when Jinja isn't installed.
    """
    sections = [
        html.Section(
            list(verification_lines(verification, report.report.source_line, html.STYLE)),
            tuple(_panels(verification)),
        )
        for verification in report.verifications
    ]
    closing = html.Section(closing_lines(report, html.STYLE))
    return html.page("verify", _headline(report.verified), [*sections, closing])


def _headline(verified: Verified) -> str:
    findings = len(verified.verifications)
    if not findings:
        return "No findings to verify"
    confirmed = f"{verified.count(Verdict.CONFIRMED):,} of {counted(findings, 'finding')} confirmed"
    environment = verified.environment
    native = environment is not None and environment.ray is None
    return f"{confirmed} on {'the native runner' if native else 'a Ray cluster'}"


def _panels(verification: Verification) -> Iterator[html.Panel]:
    before, after = verification.before, verification.after
    ran = [measurement for measurement in (before, after) if measurement is not None]
    axis = axis_seconds(measurement.typical for measurement in ran)
    mark = ", with made-up numbers" if verification.made_up else ""
    if before is not None:
        yield _panel("before", f"As it is{mark}", before, None, axis)
    if after is not None:
        yield _panel("after", f"With the remedy{mark}", after, before, axis)


def _panel(
    key: str, title: str, measurement: Measurement, before: Measurement | None, axis: float
) -> html.Panel:
    typical = measurement.typical
    earlier = None if before is None else before.typical
    return html.Panel(
        key=key,
        title=title,
        result=" · ".join(_results(measurement, before)),
        what=_what(measurement.shape),
        drawing=timeline(typical, axis, earlier) if axis else None,
    )


def _results(measurement: Measurement, before: Measurement | None) -> Iterator[str]:
    typical = measurement.typical
    yield f"{typical.idle} of {typical.asked} idle"
    yield f"{seconds(typical.makespan)} of work"
    if before is not None and before.makespan and measurement.makespan:
        yield _times(before.makespan / measurement.makespan)


def _times(ratio: float) -> str:
    """`2.3 times as fast` or `1.2 times as slow`; `as fast` within a twentieth."""
    if 0.95 <= ratio <= 1.05:
        return "as fast"
    if ratio > 1:
        return f"{ratio:.1f} times as fast"
    return f"{1 / ratio:.1f} times as slow"


def _what(shape: Shape) -> str:
    """What ran: the data, the cluster, and the UDF with what it asks for."""
    udf = shape.udf
    options = [] if udf.concurrency is None else [units(udf.concurrency, shape.unit)]
    options.append(f"batch_size {'unset' if udf.batch_size is None else f'{udf.batch_size:,}'}")
    return f"{data_of(shape.plan)} on {cluster_in_words(shape)}; {udf.name}: {', '.join(options)}"
