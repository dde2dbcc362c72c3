"""Whatever becomes of `daft-lint verify`, nothing of it is left on the machine or on a cluster."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from sampling import nightly, one_in

CLUSTER_STARTS = "gcs_server"
REPLAY_RUNS = "ray::UDFActor"
MOMENTS = pytest.mark.parametrize("moment", one_in(2, [REPLAY_RUNS, CLUSTER_STARTS]))
SIGNALS = one_in(
    4,
    [
        (signal.SIGINT, CLUSTER_STARTS),
        (signal.SIGINT, REPLAY_RUNS),
        (signal.SIGTERM, REPLAY_RUNS),
        (signal.SIGHUP, CLUSTER_STARTS),
    ],
)
SOON = 5.0


def test_a_verification_leaves_nothing_and_listens_on_loopback_only(verify, starved: str) -> None:
    run = verify(starved)
    ended = run.ended()
    assert ended.code == 1, ended.err
    assert "1 confirmed of 1 finding" in ended.out
    assert len(run.seen) > 5
    assert len(run.listened_on) > 3
    run.assert_nothing_left()


@pytest.mark.parametrize(("number", "moment"), SIGNALS)
def test_a_signal_ends_it_in_good_order(verify, starved: str, number, moment: str) -> None:
    run = verify(starved)
    run.wait_for(moment)
    sent = time.monotonic()
    run.send(number)
    ended = run.ended()
    assert ended.code == 128 + number
    assert "Traceback" not in ended.err
    assert time.monotonic() - sent < SOON
    run.assert_nothing_left()


@nightly
@MOMENTS
def test_more_signals_while_it_ends_change_nothing(verify, starved: str, moment: str) -> None:
    run = verify(starved)
    run.wait_for(moment)
    while run.process.poll() is None:
        run.send(signal.SIGINT)
        time.sleep(0.02)
    assert run.ended().code in {130, -signal.SIGINT}
    run.assert_nothing_left(SOON)


@MOMENTS
def test_a_killed_verification_takes_its_cluster_along(verify, starved: str, moment: str) -> None:
    run = verify(starved)
    run.wait_for(moment)
    run.send(signal.SIGKILL)
    run.process.wait()
    run.assert_nothing_left(SOON)


@nightly
def test_two_at_the_same_time_do_not_disturb_each_other(verify, starved: str) -> None:
    runs = [verify(starved), verify(starved)]
    for run in runs:
        ended = run.ended()
        assert ended.code == 1, ended.err
        assert "1 confirmed of 1 finding" in ended.out
    for run in runs:
        run.assert_nothing_left()


def test_a_cluster_of_somebody_else_is_left_alone(verify, starved: str, other) -> None:
    """Even when its files are where ours would be, and daft-lint is killed."""
    before, files = other.state(), _files(other.folder)
    for number in (signal.SIGINT, signal.SIGKILL):
        run = verify(starved, RAY_TMPDIR=str(other.folder))
        run.wait_for(CLUSTER_STARTS)
        run.send(number)
        run.ended()
        run.assert_nothing_left(SOON)
    assert other.state() == before
    assert _files(other.folder) == files


@pytest.mark.parametrize("number", one_in(3, [signal.SIGKILL, None, signal.SIGINT]))
def test_nothing_stays_on_a_cluster_at_an_address(verify, starved: str, other, number) -> None:
    before = other.state()
    run = verify(starved, "--address", other.address)
    if number is not None:
        _wait_for_calls(run, other)
        run.send(number)
    ended = run.ended()
    assert ended.code == {None: 1, signal.SIGINT: 130, signal.SIGKILL: -9}[number], ended.err
    run.assert_nothing_left(SOON)
    # The driver alone is ours.
    assert len(run.seen) == 1, run.seen
    deadline = time.monotonic() + SOON
    while other.state() != before and time.monotonic() < deadline:
        time.sleep(0.2)
    assert other.state() == before


def _wait_for_calls(run, other) -> None:
    while not other.state()["keys"]:
        assert run.process.poll() is None, run.ended()
        run.look()
        time.sleep(0.1)


def _files(folder: Path) -> dict[Path, object]:
    """The files that tell where a cluster is, and its session."""
    named = {file: file.read_bytes() for file in folder.rglob("ray_current_cluster")}
    assert named
    return {**named, folder: sorted((folder / "ray").iterdir())}
