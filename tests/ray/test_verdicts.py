"""Verdicts come from a real Ray cluster: confirmed, refuted, and what a remedy brings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from sampling import everything, nightly

from daft_lint.documents.document import decode, read_document
from daft_lint.findings import Confidence, Finding, Fix
from daft_lint.linting import lint
from daft_lint.plan.changes import Retuning, changed
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.quantity import exactly
from daft_lint.settings import default_settings
from daft_lint.verification.observation import Measurement
from daft_lint.verification.options import Options
from daft_lint.verification.replay_plans import watchable
from daft_lint.verification.session import verify
from daft_lint.verification.verdict import Gain, Verdict, Verification

ARTICLE = Path(__file__).parents[2] / "examples" / "article.py"


# All findings share two clusters.
SETTINGS = replace(
    default_settings(), cluster=Cluster(cpus_per_worker=exactly(8), gpus_per_worker=exactly(1))
)

WORK = """\
import daft
from daft import DataType, col

daft.set_runner_{runner}()


@daft.cls({options})
class Embed:
    @daft.method.batch(return_dtype=DataType.string(), batch_size={batch_size})
    def run(self, path):
        raise RuntimeError("a replay runs none of the user's code")


# daft-lint: workers=2
df = {source}
df.with_column("out", {column}).collect()
"""


ONE_PARTITION = 'daft.from_pydict({"path": [str(i) for i in range(1_600)]})'


class Silent:
    """Watches and says nothing."""

    def cluster(self, workers: int) -> None:
        pass

    def run(self, label: str, trial: int, trials: int, expected_seconds: float) -> None:
        pass

    def finished(self, verification: Verification) -> None:
        pass


def article() -> dict[str, Finding]:
    """The article's scenarios: a finding of each, by the function it is in."""
    findings = lint(read_document(ARTICLE, ARTICLE.name), SETTINGS).findings
    names = {"DFT106": "skewed", "DFT101": "one_sided", "DFT102": "starved"}
    return {names[finding.code]: finding for finding in watchable(findings)}


def work(
    options: str = "",
    *,
    runner: str = "ray",
    batch_size: int | None = 50,
    column: str = 'Embed().run(col("path"))',
    source: str = ONE_PARTITION,
    code: str = "",
) -> Finding:
    """The finding about some work, or the one of a rule, however sure."""
    settings = replace(SETTINGS, min_confidence=Confidence.POSSIBLE) if code else SETTINGS
    text = WORK.format(
        options=options,
        runner=runner,
        batch_size=batch_size,
        column=column,
        source=source,
    )
    found = watchable(lint(decode(text.encode(), "work.py"), settings).findings)
    (only_finding,) = (finding for finding in found if finding.code.startswith(code))
    return only_finding


def with_batch_size(finding: Finding, rows: int) -> Finding:
    """The same finding, said of a pipeline with another batch_size."""
    assert finding.pipeline is not None
    assert finding.call is not None
    change = Retuning(finding.call.udf, batch_size=exactly(rows))
    plan = changed(finding.pipeline.plan, [change])
    return replace(finding, pipeline=replace(finding.pipeline, plan=plan))


def with_pointless_remedy(finding: Finding) -> Finding:
    assert finding.call is not None
    change = Retuning(finding.call.udf, batch_size=exactly(501))
    return replace(finding, fixes=(Fix("set batch_size=501", changes=(change,)),))


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verification]:
    """All that these tests look at: what is denied takes two trials, all else one."""
    findings = article()
    twice = {"well fed": with_batch_size(findings["starved"], 50)}
    findings["without a pool"] = work("gpus=1")
    findings["native"] = work("max_concurrency=4", runner="native", batch_size=800)
    if everything():
        twice["not helped"] = with_pointless_remedy(findings["starved"])
        findings["one worker"] = work("max_concurrency=1", code="DFT111")
    else:
        del findings["skewed"]
    # These lose half of the time, or nothing: a busy machine alone lost an eighth of 0.9 s.
    clear = Options(trials=2, min_loss=0.25)
    return {**_verified(twice, clear), **_verified(findings, Options(trials=1))}


def _verified(findings: dict[str, Finding], options: Options) -> dict[str, Verification]:
    """What comes of findings, on one cluster of one worker and one of two."""
    verified = verify(list(findings.values()), options, Silent())
    assert verified.environment is not None
    return dict(zip(findings, verified.verifications, strict=True))


def rows(measured: Measurement | None) -> Iterator[list[list[int]]]:
    """Rows per actor, by worker, of every trial; the order of workers doesn't matter."""
    assert measured is not None
    for trial in measured.trials:
        yield sorted(_by_worker(trial.occupancy.actors, measured.shape.cluster.workers))


def _by_worker(actors: Sequence, workers: int) -> Iterator[list[int]]:
    for worker in range(workers):
        yield sorted(int(actor.rows) for actor in actors if actor.worker == worker)


@pytest.mark.parametrize(
    "scenario", [pytest.param("skewed", marks=nightly), "one_sided", "starved"]
)
def test_the_scenarios_of_the_article_are_confirmed(
    verdicts: dict[str, Verification], scenario: str
) -> None:
    found = verdicts[scenario]
    assert found.verdict is Verdict.CONFIRMED, found.reason
    assert found.gain is Gain.HELPS, found.gain_reason


def test_two_workers_and_one_partition_leave_two_of_four_idle(verdicts) -> None:
    for trial in rows(verdicts["one_sided"].before):
        assert trial == [[0, 0], [400, 600]]


def test_large_batches_leave_two_of_four_idle(verdicts) -> None:
    for trial in rows(verdicts["starved"].before):
        assert trial == [[0, 0, 500, 500]]


@nightly
def test_a_hash_repartition_leaves_short_tails(verdicts) -> None:
    """490 and 510 rows in batches of 200: two full ones each, and tails of 90 and 110 rows."""
    found = verdicts["skewed"].before
    assert found is not None
    for trial in found.trials:
        sizes = sorted(morsel.rows for morsel in trial.morsels)
        assert sizes == [90, 110, 200, 200, 200, 200]


def test_the_prediction_stands_beside_the_observation(verdicts) -> None:
    found = verdicts["one_sided"].before
    assert found is not None
    assert (found.expected.idle_low, found.expected.idle_high) == (2, 2)
    assert found.expected.utilisation == pytest.approx(found.utilisation, abs=0.1)


def test_a_remedy_is_measured_on_the_same_work(verdicts) -> None:
    found = verdicts["one_sided"]
    assert found.before is not None
    assert found.after is not None
    assert found.after.shape.udf.row_seconds == found.before.shape.udf.row_seconds
    assert found.after.idle == 0
    assert found.after.makespan < 0.7 * found.before.makespan


def test_a_finding_that_is_not_true_is_refuted(verdicts) -> None:
    found = verdicts["well fed"]
    assert found.verdict is Verdict.REFUTED, found.reason


@nightly
def test_a_remedy_that_changes_nothing_makes_no_difference(verdicts) -> None:
    found = verdicts["not helped"]
    assert found.verdict is Verdict.CONFIRMED, found.reason
    assert found.gain is Gain.NO_DIFFERENCE, found.gain_reason


def test_every_change_of_the_pipeline_is_reported(verdicts) -> None:
    for found in verdicts.values():
        assert any("regardless of what the UDF does" in line for line in found.scaling)


def test_of_work_without_a_pool_one_worker_does_all(verdicts) -> None:
    found = verdicts["without a pool"]
    assert found.verdict is Verdict.CONFIRMED, found.reason
    assert found.reason == "1 of 2 workers got no rows in one trial, as predicted"
    for trial in rows(found.before):
        assert trial == [[0], [1600]]


def test_partitions_let_the_other_worker_take_part(verdicts) -> None:
    """The next task of 100 rows goes to whoever is free first, so that one may get one more."""
    found = verdicts["without a pool"]
    assert found.gain is Gain.HELPS, found.gain_reason
    for trial in rows(found.after):
        assert trial in ([[800], [800]], [[700], [900]])


def test_calls_on_threads_of_a_worker_count_as_its_time_once(verdicts) -> None:
    found = verdicts["without a pool"].before
    assert found is not None
    for trial in found.trials:
        assert trial.occupancy.morsels == 32
        assert trial.utilisation == pytest.approx(0.5, abs=0.05)


def test_large_batches_leave_processes_of_the_native_runner_idle(verdicts) -> None:
    found = verdicts["native"]
    assert found.verdict is Verdict.CONFIRMED, found.reason
    assert found.reason == "2 of 4 processes got no rows in one trial, as predicted"
    for trial in rows(found.before):
        assert trial == [[0, 0, 800, 800]]


def test_smaller_batches_give_each_process_its_share(verdicts) -> None:
    found = verdicts["native"]
    assert found.gain is Gain.HELPS, found.gain_reason
    for trial in rows(found.after):
        assert trial == [[400, 400, 400, 400]]


@nightly
def test_one_actor_leaves_the_other_worker_idle(verdicts) -> None:
    found = verdicts["one worker"]
    assert found.verdict is Verdict.CONFIRMED, found.reason
    assert found.reason == "1 of 2 workers got no rows in one trial, as predicted"
    for trial in rows(found.before):
        assert trial == [[0], [1600]]


@nightly
def test_more_actors_are_faster(verdicts) -> None:
    found = verdicts["one worker"]
    assert found.gain is Gain.HELPS, found.gain_reason
    assert found.before is not None
    assert found.after is not None
    assert found.after.makespan < 0.7 * found.before.makespan
    for trial in rows(found.after):
        assert trial == [[800], [800]]


def test_the_native_runner_needs_no_cluster_even_where_one_is_named() -> None:
    finding = work("max_concurrency=4", runner="native", batch_size=800)
    nowhere = Options(trials=1, address="127.0.0.1:1")
    verified = verify([finding], nowhere, Silent())
    assert verified.environment is not None
    assert verified.environment.ray is None
    assert verified.verifications[0].verdict is Verdict.CONFIRMED
