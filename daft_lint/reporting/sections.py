"""A verification as a section of the HTML report: everything it says, in words and drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from daft_lint.findings import Finding, Fix
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.reporting.amounts import loads, seconds, times
from daft_lint.reporting.money import money_between
from daft_lint.reporting.phrases import counted, units
from daft_lint.reporting.timeline import Timeline, axis_seconds, timeline
from daft_lint.reporting.verification.figures import expected_idle, number
from daft_lint.reporting.verification.phrases import data_of, prediction_of
from daft_lint.reporting.verification.prices import Price, price_of
from daft_lint.scheduling.occupancy import Occupancy
from daft_lint.verification.observation import Measurement, Trial
from daft_lint.verification.shape import ClusterSize, Shape, UdfShape
from daft_lint.verification.verdict import Gain, Verdict, Verification
from daft_lint.words import percent, size

_BEFORE = "As it is"
_AFTER = "With the remedy"
_MOST_CODE = 160
_LONGEST_PLACE = 56
_UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Code:
    """A line of code in three parts: before what is meant, that, and the rest."""

    number: int
    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure, expected and observed; the last two are None where no remedy ran."""

    name: str
    expected: str
    observed: str
    expected_after: str | None
    observed_after: str | None


@dataclass(frozen=True, slots=True)
class TrialLine:
    """The figures of one trial; `drawn` marks the one that the timeline shows.

    `rows` are those of each actor, process or worker.
    """

    number: int
    drawn: bool
    idle: str
    utilisation: str
    makespan: str
    seconds: str
    rows: str


@dataclass(frozen=True, slots=True)
class Panel:
    """One shape that ran: its typical trial as a drawing, and the figures of all trials."""

    key: str
    title: str
    result: str
    what: str
    drawing: Timeline | None
    trials: tuple[TrialLine, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A finding in one line: before and after, empty where it did not run."""

    idle: tuple[str, ...]
    utilisation: tuple[str, ...]
    makespan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The report's section on one finding."""

    anchor: str
    verdict: Verdict
    code: str
    name: str
    message: str
    traits: tuple[str, ...]
    place: str
    short_place: str
    source: Code | None
    reason: str
    predicted: str
    unit: Unit
    overview: Overview
    comparisons: tuple[Comparison, ...]
    panels: tuple[Panel, ...]
    remedy: str
    gain: Gain
    gain_reason: str
    scaling: tuple[str, ...]
    made_up: tuple[str, ...]
    assumptions: tuple[str, ...]
    priced: str


def section(
    number: int, verification: Verification, source_line: Callable[[str, int], str | None]
) -> Section:
    """The section of the finding with that number, from 1."""
    finding = verification.finding
    effect, before, after = finding.effect, verification.before, verification.after
    price = price_of(verification)
    remedy = remedy_of(finding)
    return Section(
        anchor=f"finding-{number}",
        verdict=verification.verdict,
        code=finding.code,
        name=finding.name,
        message=finding.message,
        traits=_traits(verification),
        place=finding.span.exact_place,
        short_place=short(finding.span.place),
        source=code_of(finding.span, source_line(finding.span.path, finding.span.line)),
        reason=verification.reason,
        predicted="" if before or effect is None else prediction_of(effect),
        unit=Unit.ACTOR if before is None else before.unit,
        overview=_overview(before, after),
        comparisons=() if before is None else tuple(_comparisons(before, after, price)),
        panels=tuple(_panels(verification)),
        remedy="" if remedy is None else remedy.message,
        gain=verification.gain,
        gain_reason=verification.gain_reason,
        scaling=verification.scaling,
        made_up=verification.made_up,
        assumptions=finding.assumptions,
        priced="" if price is None else str(price),
    )


def remedy_of(finding: Finding) -> Fix | None:
    """The fix that can be tried out, else the first."""
    fixes = sorted(finding.fixes, key=lambda fix: not fix.changes)
    return fixes[0] if fixes else None


def _traits(verification: Verification) -> tuple[str, ...]:
    finding = verification.finding
    ran = "live run" if verification.live else "replay"
    traits = (finding.severity.value, f"confidence: {finding.confidence.value}")
    if verification.made_up:
        ran = f"{ran} with made-up numbers"
    return traits if verification.before is None else (*traits, ran)


def short(place: str) -> str:
    """The end of a place, from a folder on where that can be."""
    if len(place) <= _LONGEST_PLACE:
        return place
    end = place[-_LONGEST_PLACE:]
    return f"…{end[max(0, end.find('/')) :]}"


def code_of(span: Span, line: str | None) -> Code | None:
    """The line of a span, split around it; None where the line is gone."""
    if line is None:
        return None
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    marked = line[start:end].replace("\t", "    ")
    return Code(
        span.shown.line,
        _tail(line[:start].replace("\t", "    ").lstrip()),
        _head(marked),
        _head(line[end:].replace("\t", "    ").rstrip()) if len(marked) <= _MOST_CODE else "",
    )


def _head(code: str) -> str:
    return code if len(code) <= _MOST_CODE else f"{code[: _MOST_CODE - 1]}…"


def _tail(code: str) -> str:
    return code if len(code) <= _MOST_CODE else f"…{code[1 - _MOST_CODE :]}"


def _overview(before: Measurement | None, after: Measurement | None) -> Overview:
    ran = [measurement for measurement in (before, after) if measurement is not None]
    return Overview(
        idle=tuple(_idle(measurement) for measurement in ran),
        utilisation=tuple(percent(measurement.utilisation) for measurement in ran),
        makespan=tuple(seconds(measurement.makespan) for measurement in ran),
    )


def _idle(measurement: Measurement) -> str:
    return f"{number(measurement.idle)} of {measurement.typical.asked}"


def _comparisons(
    before: Measurement, after: Measurement | None, price: Price | None
) -> Iterator[Comparison]:
    if before.expected.call is not None:
        yield _comparison(
            "rows per call",
            before,
            after,
            lambda measured: str(measured.expected.call),
            lambda measured: f"{measured.largest_call:,}",
        )
    if before.held is not None and before.expected.call is not None:
        least = size(before.expected.call.low * before.shape.row_bytes)
        yield _comparison(
            "heavy rows",
            before,
            after,
            lambda _: f"{least} or more",
            lambda measured: size(measured.held or 0),
        )
    yield _comparison(
        f"idle {before.unit.plural}",
        before,
        after,
        lambda measured: expected_idle(measured.expected),
        _idle,
    )
    yield _comparison(
        "utilisation",
        before,
        after,
        lambda measured: percent(measured.expected.utilisation),
        lambda measured: percent(measured.utilisation),
    )
    yield _comparison(
        f"rows per {before.unit.value}",
        before,
        after,
        lambda measured: loads(_rows(measured.expected.occupancy, measured.typical.asked)),
        lambda measured: loads(_rows(measured.typical.occupancy, measured.typical.asked)),
    )
    yield _comparison(
        "makespan",
        before,
        after,
        _expected_makespan,
        lambda measured: seconds(measured.makespan),
    )
    if price is not None:
        yield from _losses(before, after, price)


def _losses(before: Measurement, after: Measurement | None, price: Price) -> Iterator[Comparison]:
    """Money that is lost in an hour and, where the runs took their real time, in a run."""
    yield _comparison(
        "lost per hour",
        before,
        after,
        lambda measured: money_between(price.lost_per_hour(measured.expected.utilisation)),
        lambda measured: money_between(price.lost_per_hour(measured.utilisation)),
    )
    if price.timed:
        yield _comparison(
            "lost per run", before, after, lambda measured: _UNKNOWN, partial(_lost_in_run, price)
        )


def _lost_in_run(price: Price, measured: Measurement) -> str:
    lost = price.lost_per_run(measured)
    return _UNKNOWN if lost is None else money_between(lost)


def _comparison(
    name: str,
    before: Measurement,
    after: Measurement | None,
    expected: Callable[[Measurement], str],
    observed: Callable[[Measurement], str],
) -> Comparison:
    return Comparison(
        name,
        expected(before),
        observed(before),
        None if after is None else expected(after),
        None if after is None else observed(after),
    )


def _expected_makespan(measurement: Measurement) -> str:
    """The time of a row is known only for a UDF that sleeps."""
    if not measurement.shape.udf.row_seconds:
        return _UNKNOWN
    return seconds(measurement.expected.occupancy.span)


def _rows(occupancy: Occupancy, asked: int) -> list[float]:
    """Rows of every actor that was asked for, those that never started included."""
    return [actor.rows for actor in occupancy.actors] + [0.0] * (asked - len(occupancy.actors))


def _panels(verification: Verification) -> Iterator[Panel]:
    before, after = verification.before, verification.after
    axis = axis_seconds(
        measurement.typical for measurement in (before, after) if measurement is not None
    )
    if before is not None:
        yield _panel("before", _BEFORE, before, None, axis)
    if after is not None:
        yield _panel("after", _AFTER, after, before, axis)


def _panel(
    key: str, title: str, measurement: Measurement, before: Measurement | None, axis: float
) -> Panel:
    typical = measurement.typical
    earlier = None if before is None else before.typical
    return Panel(
        key=key,
        title=title,
        result=" · ".join(_results(measurement, before)),
        what=_what(measurement.shape),
        drawing=timeline(typical, axis, earlier) if axis else None,
        trials=tuple(
            _trial(place, trial, trial is typical)
            for place, trial in enumerate(measurement.trials, start=1)
        ),
    )


def _results(measurement: Measurement, before: Measurement | None) -> Iterator[str]:
    typical = measurement.typical
    yield f"{typical.idle} of {typical.asked} idle"
    yield f"{seconds(typical.makespan)} of work"
    if before is not None and before.makespan and measurement.makespan:
        yield times(before.makespan, measurement.makespan)


def _trial(place: int, trial: Trial, drawn: bool) -> TrialLine:
    return TrialLine(
        number=place,
        drawn=drawn,
        idle=f"{trial.idle} of {trial.asked}",
        utilisation=percent(trial.utilisation),
        makespan=seconds(trial.makespan),
        seconds=seconds(trial.seconds),
        rows=loads(_rows(trial.occupancy, trial.asked)),
    )


def _what(shape: Shape) -> str:
    """What ran: the data, the cluster, and the UDF with what it asks for."""
    return f"{data_of(shape.plan)} on {_where(shape.cluster)}; {_udf(shape.udf, shape.unit)}"


def _where(cluster: ClusterSize) -> str:
    if cluster.native:
        return f"the native runner with {counted(cluster.cpus_per_worker, 'thread')}"
    each = f"{counted(cluster.cpus_per_worker, 'CPU')}"
    if cluster.gpus_per_worker:
        each += f" and {counted(cluster.gpus_per_worker, 'GPU')}"
    return f"{counted(cluster.workers, 'worker')} of {each}"


def _udf(udf: UdfShape, unit: Unit) -> str:
    options = [
        f"batch_size {'unset' if udf.batch_size is None else f'{udf.batch_size:,}'}",
    ]
    if udf.concurrency is not None:
        options.insert(0, units(udf.concurrency, unit))
    return f"{udf.name}: {', '.join(options)}"
