"""One verification from start to end: clusters, trials, time limits, verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import groupby
from time import monotonic
from typing import Protocol

from daft_lint.findings import Finding
from daft_lint.verification.engine_process import (
    EngineError,
    EngineGoneError,
    EngineProcess,
    EngineTimeoutError,
)
from daft_lint.verification.expecting import expected
from daft_lint.verification.judging import gained, judged
from daft_lint.verification.messages import Ran, Replay, Start, Started
from daft_lint.verification.modelling import placed
from daft_lint.verification.observation import Measurement, Trial
from daft_lint.verification.observing import DisturbedError, trial
from daft_lint.verification.preparing import Prepared, prepared, prepared_for
from daft_lint.verification.replaying import NotReplayableError
from daft_lint.verification.scaling import Limits
from daft_lint.verification.shape import ClusterSize, Shape
from daft_lint.verification.timing import sleeping, timed
from daft_lint.verification.verdict import (
    Environment,
    Gain,
    Verdict,
    Verification,
    Verified,
)

_START_SECONDS = 120.0
_CONNECT_SECONDS = 25.0
_RUN_OVERHEAD = 2.0
_ACTOR_SECONDS = 0.5
_PATIENCE = 3.0
_DAFTS_PATIENCE = 120.0


class Watch(Protocol):
    """Is told what goes on, so that a person sees it."""

    def cluster(self, workers: int) -> None:
        """A cluster of so many workers is being started."""

    def run(self, label: str, trial: int, trials: int, expected_seconds: float) -> None:
        """A trial begins."""

    def finished(self, verification: Verification) -> None:
        """The verdict on a finding is there."""


@dataclass(frozen=True, slots=True)
class Options:
    """How much to run.

    `trials` of each replay; `timeout` seconds for one run and `budget` for all, None: no limit;
    `min_loss` is the share of the actor time (0 to 1) below which a loss doesn't matter.
    `address` is that of an existing Ray cluster; None starts local ones.
    """

    trials: int = 2
    timeout: float = 60.0
    budget: float | None = None
    min_loss: float = 0.1
    address: str | None = None
    limits: Limits = field(default_factory=Limits)


def verify(findings: Sequence[Finding], options: Options, watch: Watch) -> Verified:
    """Replay the pipelines of the findings, one cluster after another.

    Raises:
        EngineError: when no cluster can be started or reached.
    """
    return _Session(options, watch).verify(findings)


class _OutOfBudgetError(Exception):
    """There is no time left for another run."""


@dataclass(slots=True)
class _Session:
    options: Options
    watch: Watch
    started: float = field(default_factory=monotonic)
    environment: Environment | None = None
    _measured: dict[Shape, Measurement] = field(default_factory=dict)

    def verify(self, findings: Sequence[Finding]) -> Verified:
        if self.options.address is None:
            verdicts = self.on_local_clusters(findings)
        else:
            verdicts = self.on_given_cluster(findings)
        environment = self.environment
        if environment is not None:
            environment = replace(environment, seconds=monotonic() - self.started)
        return Verified(tuple(verdicts[place] for place in sorted(verdicts)), environment)

    def on_given_cluster(self, findings: Sequence[Finding]) -> dict[int, Verification]:
        """The verdicts from somebody else's cluster, which is as large as it is."""
        verdicts: dict[int, Verification] = {}
        with _Cluster(self, None) as cluster:
            for place, finding in enumerate(findings):
                made = self.prepared(finding, cluster.size)
                if isinstance(made, Prepared):
                    made = self.verdict(made, cluster)
                verdicts[place] = self.done(made)
        return verdicts

    def on_local_clusters(self, findings: Sequence[Finding]) -> dict[int, Verification]:
        """The verdicts from clusters that are started here, one after another."""
        verdicts: dict[int, Verification] = {}
        ready: list[tuple[int, Prepared]] = []
        for place, finding in enumerate(findings):
            made = self.prepared(finding, None)
            if isinstance(made, Prepared):
                ready.append((place, made))
            else:
                verdicts[place] = self.done(made)
        ready.sort(key=lambda pair: _by_size(pair[1].before.cluster))
        for size, group in groupby(ready, key=lambda pair: pair[1].before.cluster):
            verdicts.update(self.on_cluster(size, list(group)))
        return verdicts

    def prepared(self, finding: Finding, given: ClusterSize | None) -> Prepared | Verification:
        """The replays of a finding, on a given cluster if there is one."""
        try:
            if given is None:
                return prepared(finding, self.options.limits)
            return prepared_for(finding, self.options.limits, given)
        except NotReplayableError as error:
            return _inconclusive(finding, str(error))

    def done(self, verification: Verification) -> Verification:
        self.watch.finished(verification)
        return verification

    def on_cluster(
        self, size: ClusterSize, group: list[tuple[int, Prepared]]
    ) -> Iterator[tuple[int, Verification]]:
        """The verdicts on findings whose replays run on clusters of the same size."""
        with _Cluster(self, size) as cluster:
            for place, one in group:
                yield place, self.done(self.verdict(one, cluster))

    def verdict(self, one: Prepared, cluster: _Cluster) -> Verification:
        try:
            return self.replayed(one, cluster)
        except (NotReplayableError, DisturbedError) as error:
            reason = str(error)
        except _OutOfBudgetError:
            reason = f"no time left of the {self.options.budget:,.0f} s of --budget"
        except EngineError as error:
            if self.environment is None:
                # There is no cluster, and there won't be one for the next finding.
                raise
            reason = cluster.excused(error)
        return _inconclusive(one.finding, reason, one.scaling)

    def replayed(self, one: Prepared, cluster: _Cluster) -> Verification:
        finding = one.finding
        version = cluster.daft_version
        if not placed(one.before):
            return self.failing(one, cluster)
        shapes = [one.before] if one.after is None else [one.before, one.after]
        seconds = timed(shapes, version)
        label = _label(finding)
        before = self.measured(sleeping(one.before, seconds), label, cluster)
        verdict, reason = judged(before, self.options.min_loss)
        found = Verification(
            finding,
            verdict,
            reason,
            scaling=(*one.scaling, *_taken_for_granted(before.shape)),
            before=before,
            gain_reason=one.without_remedy,
        )
        if one.after is None:
            return found
        return self.with_remedy(found, sleeping(one.after, seconds), label, cluster)

    def with_remedy(
        self, found: Verification, shape: Shape, label: str, cluster: _Cluster
    ) -> Verification:
        """The verification with what its remedy brings; the verdict stands whatever happens."""
        assert found.before is not None
        try:
            after = self.measured(shape, f"{label} with the remedy", cluster)
        except _OutOfBudgetError:
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

    def failing(self, one: Prepared, cluster: _Cluster) -> Verification:
        """The verdict on a pool of which no actor can be placed: Daft has to give up."""
        finding = one.finding
        # What keeps a cluster from starting proves nothing.
        cluster.engine()
        try:
            cluster.run(one.before, _label(finding), 1, 1, _RUN_OVERHEAD)
        except (EngineTimeoutError, EngineGoneError):
            raise
        except EngineError as error:
            return Verification(
                finding, Verdict.CONFIRMED, f"Daft gives up: {error}", scaling=one.scaling
            )
        return Verification(
            finding, Verdict.REFUTED, "the replay ran to its end", scaling=one.scaling
        )

    def measured(self, shape: Shape, label: str, cluster: _Cluster) -> Measurement:
        """The trials of a shape; one that ran before isn't run again."""
        if shape not in self._measured:
            expectation = expected(shape, cluster.daft_version)
            seconds = expectation.occupancy.span + _RUN_OVERHEAD
            seconds += _ACTOR_SECONDS * (shape.udf.concurrency or 1)
            trials = tuple(
                self.trial(shape, cluster.run(shape, label, number, self.options.trials, seconds))
                for number in range(1, self.options.trials + 1)
            )
            self._measured[shape] = Measurement(shape, expectation, trials)
        return self._measured[shape]

    def trial(self, shape: Shape, ran: tuple[Ran, Sequence[str]]) -> Trial:
        done, nodes = ran
        return trial(done.actors, nodes, shape.udf.concurrency or 1, done.seconds)

    def left(self, seconds: float) -> float:
        """How long the next run may take, when it needs about so many seconds.

        Raises:
            _OutOfBudgetError: when there is less time left than that.
        """
        if self.options.budget is None:
            return self.options.timeout
        left = self.options.budget - (monotonic() - self.started)
        if left < seconds:
            raise _OutOfBudgetError
        return min(self.options.timeout, left)


class _Cluster:
    """A cluster of one size, started when the first run needs it, and anew after it hung."""

    def __init__(self, session: _Session, size: ClusterSize | None) -> None:
        self._session = session
        self._size = size
        self._stack = ExitStack()
        self._engine: EngineProcess | None = None
        self._facts: Started | None = None
        self._failure: EngineError | None = None

    def __enter__(self) -> _Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def daft_version(self) -> tuple[int, ...]:
        """The version of Daft that runs here."""
        return tuple(int(part) for part in self.facts.daft.split(".")[:3] if part.isdigit())

    @property
    def facts(self) -> Started:
        """What the cluster said of itself when it started."""
        if self._facts is None:
            self.engine()
        assert self._facts is not None
        return self._facts

    @property
    def size(self) -> ClusterSize:
        """The workers that there are, each taken to be as small as the smallest."""
        nodes = self.facts.nodes
        return ClusterSize(
            len(nodes), int(min(one.cpus for one in nodes)), int(min(one.gpus for one in nodes))
        )

    def engine(self) -> EngineProcess:
        """The engine, started if need be."""
        if self._engine is None:
            self._engine = self._new()
        return self._engine

    def _new(self) -> EngineProcess:
        if self._failure is not None:
            raise self._failure
        session, address = self._session, self._session.options.address
        session.left(0)
        if self._size is not None:
            session.watch.cluster(self._size.workers)
        engine = self._stack.enter_context(EngineProcess())
        try:
            self._facts = _started(engine, self._size, address)
        except EngineError as error:
            engine.stop()
            self._failure = error
            raise
        if session.environment is None:
            facts = self._facts
            session.environment = Environment(facts.daft, facts.ray, facts.python, address, 0.0)
        return engine

    def drop(self) -> None:
        """End the cluster at once; the next run starts another."""
        if self._engine is not None:
            self._engine.stop()
            self._engine = None

    def excused(self, error: EngineError) -> str:
        """Why a run has no result, in one line. A cluster that is of no more use is ended."""
        if isinstance(error, (EngineTimeoutError, EngineGoneError)):
            self.drop()
        if isinstance(error, EngineTimeoutError):
            return f"the replay came to {error}"
        return str(error) if self._engine is None else f"the replay failed: {error}"

    def run(
        self, shape: Shape, label: str, number: int, trials: int, seconds: float
    ) -> tuple[Ran, Sequence[str]]:
        """Run a shape once; what the actors did, and the nodes of the cluster in order."""
        timeout = self._session.left(seconds)
        engine = self.engine()
        self._session.watch.run(label, number, trials, seconds)
        try:
            answer = engine.ask(Replay(shape, _patience(shape)), timeout)
        except EngineTimeoutError:
            if timeout == self._session.options.timeout:
                raise
            self.drop()
            raise _OutOfBudgetError from None
        assert isinstance(answer, Ran)
        return answer, [node.node for node in self.facts.nodes]


def _started(engine: EngineProcess, size: ClusterSize | None, address: str | None) -> Started:
    """Start a cluster, or connect to the one at an address.

    Raises:
        EngineError: when that fails or takes too long.
    """
    request = Start(cluster=size) if address is None else Start(address=address)
    seconds = _START_SECONDS if address is None else _CONNECT_SECONDS
    failed = "started" if address is None else f"reached at {address}"
    try:
        answer = engine.ask(request, seconds)
    except EngineTimeoutError:
        raise EngineError(f"no Ray cluster could be {failed} within {seconds:.0f} s") from None
    except EngineGoneError as error:
        raise EngineError(f"no Ray cluster could be {failed}: {error}") from None
    assert isinstance(answer, Started)
    if not answer.nodes:
        raise EngineError(f"the Ray cluster at {address} has no worker with CPUs")
    return answer


def _patience(shape: Shape) -> float:
    """Seconds that Daft waits for actors: short where the cluster can't place them all."""
    if placed(shape) == shape.udf.concurrency:
        return _DAFTS_PATIENCE
    return _PATIENCE + _ACTOR_SECONDS * placed(shape)


def _label(finding: Finding) -> str:
    return f"{finding.span.path}:{finding.span.line} {finding.code}"


def _taken_for_granted(shape: Shape) -> Iterable[str]:
    yield f"each row sleeps {1000 * shape.udf.row_seconds:.3g} ms, whatever the UDF does"
    if placed(shape) < (shape.udf.concurrency or 1):
        yield (
            f"Daft waits {_patience(shape):.0f} instead of {_DAFTS_PATIENCE:.0f} seconds for the "
            "actors that don't fit"
        )


def _inconclusive(finding: Finding, reason: str, scaling: tuple[str, ...] = ()) -> Verification:
    return Verification(finding, Verdict.INCONCLUSIVE, reason, scaling)


def _by_size(size: ClusterSize) -> tuple[int, int, int]:
    return (size.workers, size.cpus_per_worker, size.gpus_per_worker)
