"""What an agent is told of a verification: proven only if everything ran and nobody idled."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint.cli.mcp.verification import outcome, proof

BUSY = {"most_idle": 0, "most_idle_workers": 0}
IDLE = {"most_idle": 2, "most_idle_workers": 0}
IDLE_WORKER = {"most_idle": 0, "most_idle_workers": 1}


def said(*ran: dict[str, int] | None, unjudged: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "findings": [],
        "unflagged": [{"ran": entry} for entry in ran],
        "unjudged": [{}] * unjudged,
        "unfinished": [],
        "failures": [],
        **more,
    }


@pytest.mark.parametrize(
    ("document", "result"),
    [
        (said(BUSY, BUSY), "nobody idles"),
        (said(BUSY, IDLE), "idle"),
        (said(BUSY, IDLE_WORKER), "idle"),
        (said(IDLE, None), "idle"),
        (said(BUSY, None), "not proven"),
        (said(), "not proven"),
        (said(BUSY, unjudged=1), "not proven"),
        (said(BUSY, unfinished=["a.py"]), "not proven"),
    ],
)
def test_the_first_line_is_the_result(document: dict[str, Any], result: str) -> None:
    assert outcome(document, failed=False).startswith(f"RESULT: {result}. ")


def test_what_failed_proves_nothing() -> None:
    assert outcome(said(BUSY), failed=True).startswith("RESULT: not proven. ")


def test_findings_count_as_they_ran() -> None:
    finding = {"code": "DFT101", "verification": {"before": IDLE}}
    assert outcome(said(BUSY, findings=[finding]), failed=False).startswith("RESULT: idle. ")


def test_the_answer_tells_verdicts_remedies_and_what_is_open(
    snapshot: SnapshotAssertion,
) -> None:
    place = {"path": "job.py", "line": 12, "column": 8}
    ran = {"trials": [{"asked": 4}], "unit": "actor", "utilisation": 0.42, "makespan": 0.81}
    verification = {
        "verdict": "confirmed",
        "reason": "2 of 4 actors got no row in each of 2 trials, as predicted",
        "before": {**ran, **IDLE},
        "after": {**ran, **BUSY, "utilisation": 0.92, "makespan": 0.37},
        "gain": "helps",
        "gain_reason": "the work takes 0.37 s instead of 0.81 s",
        "scaling": ["each row sleeps 1.33 ms, regardless of what the UDF does"],
    }
    fixes = [{"message": "put .into_partitions(8) before `with_column` on line 12"}]
    finding = {**place, "code": "DFT101", "fixes": fixes, "verification": verification}
    clean = {
        **place,
        "work": "Clean",
        "outcome": "all 4 actors got rows on all 2 workers in each of 2 trials",
        "ran": {**ran, **BUSY},
        "scaling": [],
    }
    still_open = {**place, "work": "Score", "missing": ["how many rows there are"], "known": ""}
    document = {
        "findings": [finding],
        "unflagged": [clean, {**clean, "work": "Rate", "ran": None, "outcome": "no rows known"}],
        "unjudged": [still_open],
        "unfinished": [],
        "failures": [{"path": "broken.py", "message": "can't be read"}],
    }
    assert proof(document, "daft-lint: a note") == snapshot
