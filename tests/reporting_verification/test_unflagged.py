"""Work in which nothing was found: what its runs showed, in each format that tells it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

sys.path.append(str(Path(__file__).parent))

import daft_lint.reporting
from daft_lint.reporting.report import Report, Style
from daft_lint.reporting.verification import VerificationReport, renderer
from daft_lint.verification.unflagged import idles, outcome, parted
from daft_lint.verification.verdict import Environment, Verdict, Verification, Verified

ENVIRONMENT = Environment("0.7.26", "2.60.0", "3.11.7", None, 41.27)


@pytest.fixture
def runs(every: VerificationReport) -> dict[str, Verification]:
    """The runs of stranger findings, as those of work in which nothing was found."""
    pretended = [
        replace(
            verification,
            finding=replace(verification.finding, code="unflagged", message="embed", fixes=()),
            verdict=Verdict.REFUTED,
            after=None,
        )
        for verification in every.verifications
    ]
    ran = [verification for verification in pretended if verification.before is not None]
    return {
        "idle": next(piece for piece in ran if idles(piece)),
        "busy": next(piece for piece in ran if not idles(piece)),
        "not run": next(verification for verification in pretended if verification.before is None),
    }


@pytest.fixture
def report(runs: dict[str, Verification], every: VerificationReport) -> VerificationReport:
    linted: Report = replace(every.report, findings=(), failures=(), judgements=())
    return VerificationReport(linted, Verified((), ENVIRONMENT), tuple(runs.values()))


def test_they_read_well(
    report: VerificationReport, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert renderer("full")(report, plain) == snapshot


def test_json_fits_the_schema(report: VerificationReport, plain: Style) -> None:
    schema = Path(daft_lint.reporting.__file__).parent / "findings.schema.json"
    document = json.loads(renderer("json")(report, plain))
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(document)
    ran = [piece["ran"] for piece in document["unflagged"]]
    assert [piece and piece["most_idle"] for piece in ran] == [2, 0, None]
    assert [piece and piece["most_idle_workers"] for piece in ran] == [1, 0, None]
    del document["unflagged"][0]["outcome"]
    assert not jsonschema.Draft202012Validator(json.loads(schema.read_text())).is_valid(document)


def test_an_idle_worker_is_reported_though_no_actor_idles(runs: dict[str, Verification]) -> None:
    """A pool of two actors that both stand on one of two workers."""
    before = runs["busy"].before
    assert before is not None
    (first, *_) = before.trials
    here = tuple(replace(actor, worker=0) for actor in first.occupancy.actors)
    trial = replace(first, occupancy=replace(first.occupancy, actors=here))
    lame = replace(runs["busy"], before=replace(before, trials=(trial,)))
    assert trial.idle == 0
    assert idles(lame)
    assert "1 of 2 workers" in outcome(lame)


def test_runs_are_distinguished_from_findings(
    runs: dict[str, Verification], every: VerificationReport
) -> None:
    mixed = Verified((*every.verifications, *runs.values()), ENVIRONMENT)
    of_findings, others = parted(mixed)
    assert of_findings.verifications == every.verifications
    assert others == tuple(runs.values())
