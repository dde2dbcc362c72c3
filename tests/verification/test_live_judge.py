"""The right pool of the right query judges a finding; where that can't be told, nothing does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.findings import Finding, Severity
from daft_lint.programs.target import ProgramError
from daft_lint.verification.live import LiveOptions, run_program
from daft_lint.verification.live_cluster import live_cluster
from daft_lint.verification.live_judge import Judge
from daft_lint.verification.messages import (
    ActorLog,
    Call,
    NodeFacts,
    PoolLog,
    QueryLog,
    RanProgram,
    Started,
)
from daft_lint.verification.scaling import Limits
from daft_lint.verification.session import Options
from daft_lint.verification.shape import ClusterSize
from daft_lint.verification.verdict import Verdict, Verification, Verified

NODES = (NodeFacts("a", 8, 0), NodeFacts("b", 8, 0))
STARTED = Started("0.7.26", "2.60.0", "3.11.7", NODES)
TEXT = "__main__.Embed.run-76943-0(col(0: path)) as out"
ACTION = 17


def query(
    line: int = ACTION,
    path: str = "pipeline.py",
    runner: str = "ray",
    seconds: float | None = 2.0,
    failure: str = "",
) -> QueryLog:
    return QueryLog(str(Path(path).resolve()), line, line, runner, 100.0, seconds, failure)


def pool(*queries: int, udf: str = TEXT, rows: tuple[int, ...] = (500, 500, 0, 0)) -> PoolLog:
    """A pool of four actors, two of which idle unless it is said otherwise."""
    actors = tuple(
        ActorLog(str(place), "ab"[place // 2], udf, (100.0,), _calls(count))
        for place, count in enumerate(rows)
    )
    return PoolLog(udf, len(rows), actors, queries)


def _calls(rows: int) -> tuple[Call, ...]:
    return (Call(rows, 101.0, 101.0 + rows / 500),) if rows else ()


def verdict(
    finding: Finding,
    queries: tuple[QueryLog, ...],
    *pools: PoolLog,
    exit_code: int | None = 0,
) -> Verification:
    ran = RanProgram(exit_code, STARTED, queries, pools, ())
    return Judge([ran], Options(timeout=60), ()).verification(finding)


@pytest.fixture
def finding(findings_of) -> Finding:
    (found,) = findings_of(batch_size=125)
    return found


def test_actors_that_idle_as_predicted_confirm_a_finding(finding) -> None:
    found = verdict(finding, (query(),), pool(0))
    assert (found.verdict, found.reason) == (
        Verdict.CONFIRMED,
        "2 of 4 actors got no rows in one trial, as predicted",
    )
    assert found.before is not None
    assert found.before.shape.cluster == ClusterSize(2, 8)


def test_actors_that_all_work_refute_it(finding) -> None:
    found = verdict(finding, (query(),), pool(0, rows=(250, 250, 250, 250)))
    assert found.verdict is Verdict.REFUTED


def test_each_run_of_its_action_is_a_trial(finding) -> None:
    found = verdict(finding, (query(), query(3), query()), pool(0), pool(1), pool(2))
    assert found.before is not None
    assert len(found.before.trials) == 2


@pytest.mark.parametrize(
    ("queries", "reason"),
    [
        ((), "its pipeline didn't run: `collect` on line 17 was not reached"),
        ((query(16),), "its pipeline didn't run: `collect` on line 17 was not reached"),
        ((query(path="o.py"),), "its pipeline didn't run: `collect` on line 17 was not reached"),
        ((query(runner="native"),), "it ran on the native runner, which has no actors to watch"),
        ((query(seconds=None),), "the query on line 17 didn't finish"),
        ((query(failure="ValueError: no"),), "the query on line 17 failed: ValueError: no"),
        ((query(),), "no actor of `Embed.run` was seen when its pipeline ran"),
    ],
)
def test_what_did_not_run_to_its_end_is_inconclusive(finding, queries, reason) -> None:
    found = verdict(finding, queries)
    assert (found.verdict, found.reason) == (Verdict.INCONCLUSIVE, reason)


def test_what_came_before_the_pipeline_is_reported(finding) -> None:
    assert verdict(finding, (), exit_code=3).reason.endswith("was not reached before exit code 3")
    assert verdict(finding, (), exit_code=None).reason.endswith("not reached within 60 seconds")


@pytest.mark.parametrize(
    ("severity", "expected"),
    [(Severity.ERROR, Verdict.CONFIRMED), (Severity.WARNING, Verdict.INCONCLUSIVE)],
)
def test_a_query_that_daft_gives_up_confirms_what_foresees_it(finding, severity, expected) -> None:
    failure = "RuntimeError: UDF actors failed to start within 5 seconds"
    found = verdict(replace(finding, severity=severity), (query(failure=failure),))
    assert (found.verdict, found.reason) == (expected, f"Daft gave up: {failure}")


def test_queries_that_ended_count_even_when_a_later_one_did_not(finding) -> None:
    found = verdict(finding, (query(), query(seconds=None)), pool(0), exit_code=None)
    assert found.verdict is Verdict.CONFIRMED


def test_pools_of_other_udfs_are_left_alone(finding) -> None:
    other = pool(0, udf="__main__.Embed.run_all-1-0(col(0: path)) as out", rows=(250,) * 4)
    assert verdict(finding, (query(),), other, pool(0)).verdict is Verdict.CONFIRMED


def test_of_two_pools_of_a_udf_the_one_that_makes_the_column_counts(finding) -> None:
    other = pool(0, udf=TEXT.replace("as out", "as other"), rows=(250,) * 4)
    assert verdict(finding, (query(),), other, pool(0)).verdict is Verdict.CONFIRMED


def test_a_udf_by_another_name_counts_when_there_is_but_one(finding) -> None:
    found = verdict(finding, (query(),), pool(0, udf="lib.wrapped-1-0(col(0: path)) as out"))
    assert found.verdict is Verdict.CONFIRMED


def test_pools_of_queries_at_the_same_time_are_not_guessed_apart(finding) -> None:
    both = (query(), query(30))
    found = verdict(finding, both, pool(0, 1), pool(0, 1))
    assert found.reason == (
        "several queries ran `Embed.run` at the same time, so they can't be told apart"
    )
    assert verdict(finding, both, pool(0, 1)).verdict is Verdict.CONFIRMED
    assert verdict(finding, (query(), query()), pool(0, 1), pool(0, 1)).verdict is Verdict.CONFIRMED


def test_without_an_action_in_sight_the_udf_tells_the_query(finding) -> None:
    assert finding.pipeline is not None
    unseen = replace(finding, pipeline=replace(finding.pipeline, action=None))
    assert verdict(unseen, (query(3),), pool(0)).verdict is Verdict.CONFIRMED
    assert verdict(unseen, (query(3), query(5)), pool(0), pool(1)).reason == (
        "daft-lint sees no action that runs it, and several ran `Embed.run`"
    )


def test_where_rows_are_unknown_the_findings_own_prediction_counts(findings_of) -> None:
    (finding,) = findings_of(source='daft.from_glob_path("*.png")', batch_size=125)
    found = verdict(finding, (query(),), pool(0))
    assert found.verdict is Verdict.CONFIRMED, found.reason
    assert found.before is not None
    assert found.before.expected.idle_low == 2


def test_a_program_gets_the_cluster_that_its_findings_name(findings_of) -> None:
    (first,), (second,) = findings_of(workers=2, cpus=None), findings_of(workers=3, cpus=None)
    found = live_cluster([first, second], Limits())
    assert found.size == ClusterSize(3, 8)
    assert found.notes == (
        "pipelines expect clusters of 2, 3 workers: the program ran on 3",
        "CPUs per worker aren't set: using 8, enough for every actor",
    )


def test_gpus_that_nobody_counts_are_there(findings_of) -> None:
    (finding,) = findings_of(options="max_concurrency=4, gpus=0.5")
    assert live_cluster([finding], Limits()).size == ClusterSize(2, 8, 2)


@pytest.mark.parametrize(("workers", "reason"), [(None, "isn't known"), (64, "64 workers")])
def test_a_cluster_is_never_invented(findings_of, workers, reason) -> None:
    with pytest.raises(ProgramError, match=reason):
        live_cluster(findings_of(workers=workers, batch_size=None), Limits())


@pytest.mark.parametrize(
    ("pipeline", "plural"),
    [
        ({"options": "gpus=1"}, "workers"),
        ({"runner": "native", "batch_size": 500}, "processes"),
    ],
)
def test_what_no_actor_of_ray_does_is_not_watched(findings_of, pipeline, plural) -> None:
    (finding,) = findings_of(**pipeline)
    found = verdict(finding, (query(),), pool(0))
    assert (found.verdict, found.reason) == (
        Verdict.INCONCLUSIVE,
        f"a run of your own program can only watch the actors of pools on Ray, not {plural}",
    )


class Unwatched:
    def cluster(self, workers: int) -> None: ...

    def run(self, label: str, trial: int, trials: int, expected_seconds: float) -> None: ...

    def finished(self, verification: Verification) -> None: ...


def test_a_program_does_not_run_when_nothing_about_it_could_be_judged() -> None:
    ran = run_program((), __file__, (), Options(), LiveOptions(), Unwatched())
    assert (ran.exit_code, ran.verified) == (0, Verified((), None))
    assert ran.notes == (f"{__file__} was not run: no finding is about actors on Ray",)


def test_a_script_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ProgramError, match=r"there is no script nowhere\.py"):
        run_program((), "nowhere.py", (), Options(), LiveOptions(), Unwatched())


def test_what_only_a_replay_watches_is_said(findings_of) -> None:
    (small,) = findings_of(options="max_concurrency=1", batch_size=50)
    found = verdict(small, (query(),), pool(0, rows=(1_000,)))
    assert (found.verdict, found.reason) == (
        Verdict.INCONCLUSIVE,
        "a run of your own program can't check DFT111: replay it, without --run",
    )
