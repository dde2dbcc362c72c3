"""Compares what runs showed with what was expected, and a remedy with how it was before."""

from __future__ import annotations

from daft_lint.verification.observation import Expectation, Measurement, Trial
from daft_lint.verification.verdict import Gain, Verdict
from daft_lint.words import duration, percent

TOLERANCE = 0.10
"""By how much a measured utilisation may differ from the expected one: the start of tasks and
morsels costs what the model leaves out, and a busy machine adds to it."""

_LEAST_GAIN = 0.05


def judged(measured: Measurement, min_loss: float) -> tuple[Verdict, str]:
    """The verdict, and in one line why.

    Args:
        measured: The pipeline as it is.
        min_loss: The share of the actor time (0 to 1) that must be lost for a finding to matter.
    """
    agreeing = sum(_agrees(trial, measured.expected, min_loss) for trial in measured.trials)
    if agreeing == len(measured.trials):
        return Verdict.CONFIRMED, f"{_observed(measured)}, as predicted"
    if not agreeing:
        return Verdict.REFUTED, f"{_observed(measured)}; predicted: {_expected(measured)}"
    trials = len(measured.trials)
    return (
        Verdict.INCONCLUSIVE,
        f"as predicted ({_expected(measured)}) in only {agreeing} of {trials} trials",
    )


def _agrees(trial: Trial, expected: Expectation, min_loss: float) -> bool:
    lost = 1 - trial.utilisation
    if lost < min_loss:
        return False
    if expected.idle_low:
        return trial.idle >= expected.idle_low
    return lost >= 1 - expected.utilisation - TOLERANCE


def _observed(measured: Measurement) -> str:
    trials, unit = measured.trials, measured.unit
    each = f"in each of {len(trials)} trials" if len(trials) > 1 else "in one trial"
    if measured.expected.idle_low:
        idle = [trial.idle for trial in trials]
        if not max(idle):
            return f"no {unit.value} stayed without a row {each}"
        return (
            f"{_range(min(idle), max(idle))} of {trials[0].asked} {unit.plural} got no row {each}"
        )
    lost = [1 - trial.utilisation for trial in trials]
    return f"{percent(min(lost), max(lost))} of the {unit.value} time was lost {each}"


def _expected(measured: Measurement) -> str:
    expected, unit = measured.expected, measured.unit
    if expected.idle_low:
        idle = _range(expected.idle_low, expected.idle_high)
        return f"{idle} of {measured.trials[0].asked} {unit.plural} without a row"
    return f"{percent(1 - expected.utilisation)} of the {unit.value} time lost"


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def gained(before: Measurement, after: Measurement) -> tuple[Gain, str]:
    """Whether a remedy helps, and in one line by how much."""
    fewer_idle = after.idle < before.idle
    better_used = after.utilisation >= before.utilisation + _LEAST_GAIN
    slower = after.makespan > before.makespan * (1 + _LEAST_GAIN)
    helps = (fewer_idle or better_used) and not slower
    return (Gain.HELPS if helps else Gain.DOES_NOT_HELP), _difference(before, after)


def _difference(before: Measurement, after: Measurement) -> str:
    words = f"the work takes {duration(after.makespan)} instead of {duration(before.makespan)}"
    if after.idle == before.idle:
        return words
    return f"{words}, and {after.idle:g} {after.unit.plural} idle instead of {before.idle:g}"
