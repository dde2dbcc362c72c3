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

from bounds import bound_in

import daft_lint.reporting
from daft_lint.reporting.report import Report, Style
from daft_lint.reporting.verification import VerificationReport, renderer
from daft_lint.reporting.verification.phrases import result
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


@pytest.mark.parametrize(
    ("ran", "said"),
    [
        (("busy", "busy"), "nothing idles. 2 of 2 pieces of work ran, none with idle"),
        (("busy", "idle"), "idle. 2 of 2 pieces of work ran, 1 of these with idle"),
        (("idle", "not run"), "idle. 1 of 2 pieces of work ran, 1 of these with idle"),
        (("busy", "not run"), "not proven. 1 of 2 pieces of work ran, none with idle"),
        ((), "not proven. 0 of 0 pieces of work ran. What did not run may still idle."),
    ],
)
def test_the_result_is_proven_only_if_everything_ran(
    runs: dict[str, Verification], report: VerificationReport, ran: tuple[str, ...], said: str
) -> None:
    assert result(replace(report, unflagged=tuple(runs[name] for name in ran))).startswith(
        f"RESULT: {said}"
    )


def test_what_was_left_out_proves_nothing(
    runs: dict[str, Verification], report: VerificationReport, every: VerificationReport
) -> None:
    busy = replace(report, unflagged=(runs["busy"],))
    unfinished = replace(busy, report=replace(busy.report, unfinished=(bound_in("a.py"),)))
    failed = replace(busy, report=replace(busy.report, failures=every.report.failures))
    for left in (replace(busy, unread=True), unfinished, failed):
        assert result(left).startswith("RESULT: not proven. ")


def test_findings_count_as_they_ran(
    runs: dict[str, Verification], report: VerificationReport
) -> None:
    verified = Verified((runs["idle"],), ENVIRONMENT)
    found = replace(report, verified=verified, unflagged=(runs["busy"],))
    assert result(found).startswith("RESULT: idle. ")


def test_runs_are_distinguished_from_findings(
    runs: dict[str, Verification], every: VerificationReport
) -> None:
    mixed = Verified((*every.verifications, *runs.values()), ENVIRONMENT)
    of_findings, others = parted(mixed)
    assert of_findings.verifications == every.verifications
    assert others == tuple(runs.values())
