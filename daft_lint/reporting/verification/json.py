"""`json`: the JSON of `check` with the verdict on each finding, in a stable shape.

`findings.schema.json` describes it. A change that consumers would notice needs a new version.
"""

from __future__ import annotations

from dataclasses import asdict

from daft_lint.reporting.json import (
    VERSION,
    failure_as_json,
    finding_as_json,
    judged_as_json,
    unfinished_as_json,
)
from daft_lint.reporting.json_values import Json, number_as_json, picked, span_as_json, written
from daft_lint.reporting.report import Style
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.verification.observation import Expectation, Measurement, Trial
from daft_lint.verification.shape import PlanShape, Shape
from daft_lint.verification.unflagged import outcome
from daft_lint.verification.verdict import Verdict, Verification, Verified

_MICROSECONDS = 6


def render(report: VerificationReport, style: Style) -> str:
    """The report as one JSON document in ASCII."""
    document = {
        "version": VERSION,
        "findings": [_finding(verification) for verification in report.verifications],
        "failures": [failure_as_json(failure) for failure in report.report.failures],
        "unfinished": [unfinished_as_json(bound) for bound in report.report.unfinished],
        **judged_as_json(report.report),
        **outcome_as_json(report.verified),
        **(
            {"unflagged": [_unflagged(piece) for piece in report.unflagged]}
            if report.unflagged
            else {}
        ),
    }
    return written(document)


def outcome_as_json(verified: Verified) -> Json:
    """Where everything ran, and how many findings have each verdict."""
    environment = verified.environment
    return {
        "environment": None
        if environment is None
        else {
            **picked(environment, "daft", "ray", "python", "address"),
            "seconds": _rounded(environment.seconds),
        },
        "summary": {verdict.value: verified.count(verdict) for verdict in Verdict},
    }


def verification_as_json(verification: Verification) -> Json:
    """The verdict and all of its evidence but the single morsels."""
    return {
        **picked(verification, "verdict", "reason", "live", "scaling", "made_up"),
        **picked(verification, "gain", "gain_reason"),
        "before": _measured(verification.before),
        "after": _measured(verification.after),
    }


def _unflagged(verification: Verification) -> Json:
    finding = verification.finding
    return {
        "work": finding.message,
        **span_as_json(finding.span),
        "outcome": outcome(verification),
        "scaling": list(verification.scaling),
        "ran": _measured(verification.before),
    }


def _finding(verification: Verification) -> Json:
    return {
        **finding_as_json(verification.finding),
        "verification": verification_as_json(verification),
    }


def _measured(measured: Measurement | None) -> Json | None:
    if measured is None:
        return None
    return {
        "unit": measured.unit.value,
        "shape": _shape(measured.shape),
        "expected": _expected(measured.expected),
        "idle": number_as_json(measured.idle),
        **picked(measured, "most_idle", "most_idle_workers"),
        "utilisation": _rounded(measured.utilisation),
        "makespan": _rounded(measured.makespan),
        "trials": [_trial(trial) for trial in measured.trials],
    }


def _expected(expected: Expectation) -> Json:
    return {
        "idle": {"low": expected.idle_low, "high": expected.idle_high},
        "utilisation": _rounded(expected.utilisation),
        "makespan": _rounded(expected.occupancy.span),
        "actors": _actors(expected.occupancy),
    }


def _trial(trial: Trial) -> Json:
    return {
        **picked(trial, "asked", "idle"),
        "utilisation": _rounded(trial.utilisation),
        "makespan": _rounded(trial.makespan),
        "seconds": _rounded(trial.seconds),
        "actors": _actors(trial.occupancy),
    }


def _actors(occupancy: Occupancy) -> list[Json]:
    """Every actor; workers count from 1, as in predictions."""
    return [
        {
            "worker": actor.worker + 1,
            "rows": _rounded(actor.rows),
            "morsels": actor.morsels,
            "busy_seconds": _rounded(actor.busy_seconds),
        }
        for actor in occupancy.actors
    ]


def _shape(shape: Shape) -> Json:
    size = shape.cluster
    return {
        "cluster": {
            **picked(size, "workers", "cpus_per_worker", "gpus_per_worker"),
            "groups": [
                {**picked(group, "workers", "cpus", "gpus"), "resources": dict(group.resources)}
                for group in size.groups
            ],
        },
        "watched": shape.watched,
        "plan": _plan(shape.plan),
    }


def _plan(plan: PlanShape) -> Json:
    return {
        **picked(plan, "rows", "partitions"),
        "steps": [
            {
                **picked(step, "kind", "count"),
                "udfs": [{**asdict(udf), "resources": dict(udf.resources)} for udf in step.udfs],
                "other": None if step.other is None else _plan(step.other),
            }
            for step in plan.steps
        ],
    }


def _rounded(amount: float) -> float | None:
    return number_as_json(round(amount, _MICROSECONDS))
