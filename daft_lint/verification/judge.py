"""The judge of replays: runs against expectations, and a remedy against the run before it."""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.verification.observation import Measurement, Trial
from daft_lint.verification.verdict import Gain, Verdict
from daft_lint.words import duration, percent

TOLERANCE = 0.10
"""By how much a measured utilisation may differ from the expected one.

The model leaves out the start of tasks and morsels, and a busy machine adds to it.
"""

REMEDY_TRIALS = 3
"""The fewest trials of a remedy with a meaningful median."""

_CLEARLY = 0.05
"""The share of the time by which runs differ anyway. By chance alone, the median of three runs is
below both of two runs of the same in 3 of 10 cases."""


def judged(measured: Measurement, min_loss: float) -> tuple[Verdict, str]:
    """The verdict, and its reason in one line.

    Args:
        measured: The pipeline as it is.
        min_loss: The share of the actor time (0 to 1) that must be lost for a finding to matter.
    """
    agreeing = sum(_agrees(trial, measured, min_loss) for trial in measured.trials)
    if agreeing == len(measured.trials):
        return Verdict.CONFIRMED, f"{_observed(measured)}, as predicted"
    if not agreeing:
        return Verdict.REFUTED, f"{_observed(measured)}; predicted: {_expected(measured)}"
    trials = len(measured.trials)
    return (
        Verdict.INCONCLUSIVE,
        f"as predicted ({_expected(measured)}) in only {agreeing} of {trials} trials",
    )


def _agrees(trial: Trial, measured: Measurement, min_loss: float) -> bool:
    expected = measured.expected
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
            return f"every {unit.value} got rows {each}"
        return (
            f"{_range(min(idle), max(idle))} of {trials[0].asked} {unit.plural} got no rows {each}"
        )
    lost = [1 - trial.utilisation for trial in trials]
    return f"{percent(min(lost), max(lost))} of the {unit.value} time was lost {each}"


def _expected(measured: Measurement) -> str:
    expected, unit = measured.expected, measured.unit
    if expected.idle_low:
        idle = _range(expected.idle_low, expected.idle_high)
        return f"{idle} of {measured.trials[0].asked} {unit.plural} with no rows"
    return f"{percent(1 - expected.utilisation)} of the {unit.value} time lost"


def _range(low: int, high: int) -> str:
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def gained(before: Measurement, after: Measurement) -> tuple[Gain, str]:
    """Whether a remedy helps, and in one line by how much.

    It does where its median of the time that the work takes is clearly below all trials without it.
    """
    seconds = [trial.makespan for trial in before.trials]
    gain = _compared(seconds, after.makespan)
    if gain is not Gain.NO_DIFFERENCE:
        return gain, _difference(before, after)
    was = dict.fromkeys((duration(min(seconds)), duration(max(seconds))))
    return gain, _difference(before, after, " to ".join(was))


def _compared(before: Sequence[float], after: float) -> Gain:
    if after < (1 - _CLEARLY) * min(before):
        return Gain.HELPS
    return Gain.DOES_NOT_HELP if after > (1 + _CLEARLY) * max(before) else Gain.NO_DIFFERENCE


def _difference(before: Measurement, after: Measurement, was: str = "") -> str:
    """What changed; `was` is what the work took before, the median where it isn't given."""
    was = was or duration(before.makespan)
    words = f"the work takes {duration(after.makespan)} instead of {was}"
    if after.idle == before.idle:
        return words
    who = (
        f"1 {after.unit.value} idles"
        if after.idle == 1
        else f"{after.idle:g} {after.unit.plural} idle"
    )
    return f"{words}, and {who} instead of {before.idle:g}"
