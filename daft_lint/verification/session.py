"""One verification from start to end: clusters, trials, time limits, verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isclose

from daft_lint.findings import Finding
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, field, replace
from daft_lint.verification.engine_process import EngineError, EngineGoneError, EngineTimeoutError
from daft_lint.verification.expectations import expected
from daft_lint.verification.judge import REMEDY_TRIALS, gained, judged
from daft_lint.verification.messages import DAFTS_PATIENCE, NodeFacts, Ran, Started
from daft_lint.verification.observation import Measurement, Trial
from daft_lint.verification.observed_trials import DisturbedError, trial
from daft_lint.verification.options import Budget, Options, OutOfBudgetError, Watch
from daft_lint.verification.replay_cluster import ACTOR_SECONDS, ReplayCluster
from daft_lint.verification.replay_plans import Prepared, prepared, prepared_for, unit_of
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.shape import ClusterSize, Shape, udfs_of
from daft_lint.verification.shape_model import placed
from daft_lint.verification.sleep_times import sleeping, timed
from daft_lint.verification.verdict import Environment, Gain, Verdict, Verification, Verified
from daft_lint.verification.workers_and_gpus import logs_of
from daft_lint.words import duration

_RUN_OVERHEAD = 2.0

_Numbered = tuple[int, Finding]


def verify(findings: Sequence[Finding], options: Options, watch: Watch) -> Verified:
    """Replay the pipelines of the findings, one cluster after another.

    The native runner needs none, even with one at an address.

    Raises:
        EngineError: when no cluster can be started or reached.
    """
    budget = Budget(options.timeout, options.budget)
    return _Session(options, watch, budget).verify(findings)


@dataclass(slots=True)
class _Session:
    options: Options
    watch: Watch
    budget: Budget
    environment: Environment | None = None
    _measured: dict[Shape, Measurement] = field(default_factory=dict)

    def verify(self, findings: Sequence[Finding]) -> Verified:
        numbered = list(enumerate(findings))
        if self.options.address is None:
            verdicts = self.on_local_clusters(numbered)
        else:
            native = [pair for pair in numbered if unit_of(pair[1]) is Unit.PROCESS]
            verdicts = self.on_local_clusters(native)
            verdicts |= self.on_given_cluster([pair for pair in numbered if pair not in native])
        environment = self.environment
        if environment is not None:
            environment = replace(environment, seconds=self.budget.spent)
        return Verified(tuple(verdicts[place] for place in sorted(verdicts)), environment)

    def on_given_cluster(self, findings: Sequence[_Numbered]) -> dict[int, Verification]:
        """The verdicts from the user's cluster, whatever its size."""
        verdicts: dict[int, Verification] = {}
        with self.cluster(None) as cluster:
            for place, finding in findings:
                made = self.prepared(finding, cluster.size)
                if isinstance(made, Prepared):
                    made = self.verdict(made, cluster)
                verdicts[place] = self.done(made)
        return verdicts

    def on_local_clusters(self, findings: Sequence[_Numbered]) -> dict[int, Verification]:
        """The verdicts from clusters that are started here, one after another."""
        verdicts: dict[int, Verification] = {}
        ready: list[tuple[int, Prepared]] = []
        for place, finding in findings:
            made = self.prepared(finding, None)
            if isinstance(made, Prepared):
                ready.append((place, made))
            else:
                verdicts[place] = self.done(made)
        ready.sort(key=lambda pair: _by_size(pair[1].before.cluster))
        for cluster, group in groupby(ready, key=lambda pair: pair[1].before.cluster):
            verdicts.update(self.on_cluster(cluster, list(group)))
        return verdicts

    def cluster(self, size: ClusterSize | None) -> ReplayCluster:
        return ReplayCluster(size, self.options, self.watch, self.budget, self.noted)

    def noted(self, facts: Started) -> None:
        """Remember the environment of the runs."""
        if self.environment is None or self.environment.ray is None:
            address = self.options.address
            self.environment = Environment(facts.daft, facts.ray, facts.python, address, 0.0)

    def prepared(self, finding: Finding, given: ClusterSize | None) -> Prepared | Verification:
        """The replays of a finding, on a given cluster if there is one."""
        pipeline = finding.pipeline
        recorded = None if pipeline is None else self.options.recorded.get(pipeline)
        try:
            if given is None:
                return prepared(finding, self.options.limits, recorded)
            return prepared_for(finding, self.options.limits, given, recorded)
        except NotReplayableError as error:
            return _inconclusive(finding, str(error))

    def done(self, verification: Verification) -> Verification:
        self.watch.finished(verification)
        return verification

    def on_cluster(
        self, size: ClusterSize, group: list[tuple[int, Prepared]]
    ) -> Iterator[tuple[int, Verification]]:
        """The verdicts on findings whose replays run on clusters of the same size."""
        with self.cluster(size) as cluster:
            for place, replay in group:
                yield place, self.done(self.verdict(replay, cluster))

    def verdict(self, replay: Prepared, cluster: ReplayCluster) -> Verification:
        try:
            return self.replayed(replay, cluster)
        except (NotReplayableError, DisturbedError) as error:
            reason = str(error)
        except OutOfBudgetError:
            reason = f"no time left of the {self.options.budget:,.0f} s of --budget"
        except EngineError as error:
            if self.environment is None:
                # There is no cluster, and there won't be one for the next finding.
                raise
            reason = cluster.excused(error)
        return _inconclusive(replay.finding, reason, replay.scaling)

    def replayed(self, replay: Prepared, cluster: ReplayCluster) -> Verification:
        finding = replay.finding
        version = cluster.facts.daft_version
        if not placed(replay.before):
            return self.failing(replay, cluster)
        shapes = [replay.before] if replay.after is None else [replay.before, replay.after]
        seconds = timed(shapes, version)
        label = _label(finding)
        shape = sleeping(replay.before, seconds)
        before = self.measured(shape, label, cluster, self.options.trials)
        verdict, reason = judged(before, self.options.min_loss)
        found = Verification(
            finding,
            verdict,
            _marked(reason, replay),
            scaling=(*replay.scaling, *_taken_for_granted(before.shape, replay)),
            before=before,
            gain_reason=replay.without_remedy,
            made_up=replay.made_up,
        )
        if replay.after is None:
            return found
        return self.with_remedy(found, sleeping(replay.after, seconds), label, cluster)

    def with_remedy(
        self, found: Verification, shape: Shape, label: str, cluster: ReplayCluster
    ) -> Verification:
        """The verification with what its remedy brings; the verdict stands whatever happens."""
        assert found.before is not None
        try:
            trials = max(self.options.trials, REMEDY_TRIALS)
            after = self.measured(shape, f"{label} with the remedy", cluster, trials)
        except OutOfBudgetError:
            return replace(found, gain_reason="no time left of --budget")
        except (NotReplayableError, DisturbedError) as error:
            return replace(found, gain_reason=str(error))
        except EngineGoneError as error:
            return replace(found, gain_reason=cluster.excused(error))
        except EngineTimeoutError as error:
            reason = cluster.excused(error)
            return replace(found, gain=Gain.DOES_NOT_HELP, gain_reason=reason)
        except EngineError as error:
            return replace(found, gain=Gain.DOES_NOT_HELP, gain_reason=f"it fails: {error}")
        gain, reason = gained(found.before, after)
        return replace(found, after=after, gain=gain, gain_reason=reason)

    def failing(self, replay: Prepared, cluster: ReplayCluster) -> Verification:
        """The verdict on a pool with no place for any actor: Daft has to give up."""
        finding = replay.finding
        # A cluster that doesn't start proves nothing.
        cluster.engine()
        try:
            cluster.run(replay.before, _label(finding), 1, 1, _RUN_OVERHEAD)
        except (EngineTimeoutError, EngineGoneError):
            raise
        except EngineError as error:
            verdict, reason = Verdict.CONFIRMED, f"Daft gives up: {error}"
        else:
            verdict, reason = Verdict.REFUTED, "the replay ran to its end"
        reason = _marked(reason, replay)
        return Verification(finding, verdict, reason, replay.scaling, made_up=replay.made_up)

    def measured(
        self, shape: Shape, label: str, cluster: ReplayCluster, trials: int
    ) -> Measurement:
        """So many trials of a shape, or more; those that ran before aren't run again."""
        known = self._measured.get(shape)
        ran = () if known is None else known.trials
        if len(ran) < trials:
            expectation = expected(shape, cluster.facts.daft_version)
            seconds = expectation.occupancy.span + _RUN_OVERHEAD
            seconds += ACTOR_SECONDS * (shape.udf.concurrency or 0)
            seconds += max(udf.start_seconds for udf in udfs_of(shape.plan))
            more = tuple(
                self.trial(shape, cluster.run(shape, label, number, trials, seconds))
                for number in range(len(ran) + 1, trials + 1)
            )
            self._measured[shape] = Measurement(shape, expectation, (*ran, *more))
        return self._measured[shape]

    def trial(self, shape: Shape, ran: tuple[Ran, Sequence[NodeFacts]]) -> Trial:
        done, nodes = ran
        logs = logs_of(shape, done, nodes)
        asked = len(logs) if shape.by_place else shape.asked
        return trial(logs, [node.node for node in nodes], asked, done.seconds, shape.counted)


def _label(finding: Finding) -> str:
    return f"{finding.span.place} {finding.code}"


def _marked(reason: str, replay: Prepared) -> str:
    """The reason of a verdict, with the numbers that were made up."""
    made_up = ", ".join(replay.made_up)
    return f"{reason}, with made-up numbers: {made_up}" if made_up else reason


def _taken_for_granted(shape: Shape, prepared: Prepared) -> Iterable[str]:
    seconds, measured = shape.udf.row_seconds, prepared.before.udf.row_seconds
    if prepared.recorded is None or not measured:
        yield f"each row sleeps {duration(seconds)}, regardless of what the UDF does"
    else:
        reported = prepared.recorded.origin(f"each row takes {duration(measured)}").text
        pace = "fast" if seconds < measured else "slow"
        times = max(seconds, measured) / min(seconds, measured)
        same = isclose(seconds, measured)
        yield reported if same else f"{reported}; the replay is {times:,.3g} times as {pace}"
    if shape.udf.start_seconds:
        yield f"{shape.unit.plural} are ready after {duration(shape.udf.start_seconds)}"
    if shape.udf.concurrency is not None and placed(shape) < shape.asked:
        yield (
            f"Daft waits a short time instead of {DAFTS_PATIENCE:.0f} seconds for the actors that "
            "don't fit"
        )


def _inconclusive(finding: Finding, reason: str, scaling: tuple[str, ...] = ()) -> Verification:
    return Verification(finding, Verdict.INCONCLUSIVE, reason, scaling)


def _by_size(size: ClusterSize) -> tuple[bool, int, int, int]:
    return (size.native, size.workers, size.cpus_per_worker, size.gpus_per_worker)
