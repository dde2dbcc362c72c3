from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from bounds import bound_in
from syrupy.assertion import SnapshotAssertion

from daft_lint.reporting.report import Style
from daft_lint.reporting.verification import VerificationReport
from daft_lint.reporting.verification.github import render

Reports = Callable[..., VerificationReport]

KINDS = ("helped", "not helped", "refuted", "without runs", "out of time", "live", "many actors")


def test_an_annotation_per_finding(
    report_of: Reports, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(report_of(*KINDS), plain) == snapshot


@pytest.mark.parametrize(
    ("name", "command"),
    [("helped", "error"), ("refuted", "notice"), ("without runs", "notice")],
)
def test_only_what_is_confirmed_is_an_error(
    name: str, command: str, report_of: Reports, plain: Style
) -> None:
    (line,) = render(report_of(name), plain).splitlines()
    assert line.startswith(f"::{command} file=pipelines/embed.py,line=3,")


def test_the_message_tells_prediction_observation_and_gain(
    report_of: Reports, plain: Style
) -> None:
    message = render(report_of("helped"), plain).rpartition("::")[2].split("%0A")
    assert message[2] == "predicted: 2 of 4 actors idle, utilisation 42%25"
    assert message[3].startswith("observed: 2 of 4 actors idle, utilisation 42%25, 12 s")
    assert message[4].startswith("remedy helps: idle actors 2 -> 0")


def test_files_that_could_not_be_checked_are_errors(
    every: VerificationReport, plain: Style
) -> None:
    lines = render(every, plain).split("\n")
    assert "::error file=pipelines/gone.py,title=daft-lint::no permission to read it" in lines


def test_files_that_were_not_followed_to_their_end_are_reported(
    nothing: VerificationReport, plain: Style
) -> None:
    linted = replace(nothing.report, unfinished=(bound_in("pipelines/endless.py"),))
    (line,) = render(replace(nothing, report=linted), plain).splitlines()
    assert line.startswith(
        "::notice file=pipelines/endless.py,line=7,endLine=7,col=1,endColumn=9,title=daft-lint::too"
    )


def test_what_messages_must_not_hold_is_spelled_out(report_of: Reports, plain: Style) -> None:
    (line,) = render(report_of("surrogate"), plain).splitlines()
    assert r"the replay hung after\x1b[0m 60 s%0A& hung" in line


def test_nothing_when_nothing_was_found(nothing: VerificationReport, plain: Style) -> None:
    assert render(nothing, plain) == ""
