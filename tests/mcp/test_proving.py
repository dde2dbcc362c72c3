"""What an agent is told of a verification: proven only if everything ran and nobody idled."""

from __future__ import annotations

from typing import Any

import pytest

from daft_lint.cli.mcp.proving import outcome

BUSY = {"most_idle": 0, "most_idle_workers": 0}
IDLE = {"most_idle": 2, "most_idle_workers": 0}
IDLE_WORKER = {"most_idle": 0, "most_idle_workers": 1}


def said(*ran: dict[str, int] | None, unjudged: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "findings": [],
        "unflagged": [{"ran": one} for one in ran],
        "unjudged": [{}] * unjudged,
        "unfinished": [],
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
