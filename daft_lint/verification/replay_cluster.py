"""The cluster that replays run on: started when it is needed, and anew after it hung."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from daft_lint.verification.engine_process import (
    EngineError,
    EngineGoneError,
    EngineProcess,
    EngineTimeoutError,
)
from daft_lint.verification.messages import (
    DAFTS_PATIENCE,
    NodeFacts,
    Ran,
    Replay,
    Start,
    Started,
    size_of,
)
from daft_lint.verification.options import Budget, Options, OutOfBudgetError, Watch
from daft_lint.verification.shape import ClusterSize, Shape
from daft_lint.verification.shape_model import placed

ACTOR_SECONDS = 0.5
"""Seconds that an actor takes to start, on two cores beside other starts."""

_LEAST_PATIENCE = 3.0
_START_SECONDS = 120.0
_CONNECT_SECONDS = 25.0


class ReplayCluster:
    """A cluster of one size, started when the first run needs it, and anew after it hung."""

    def __init__(
        self,
        size: ClusterSize | None,
        options: Options,
        watch: Watch,
        budget: Budget,
        tell: Callable[[Started], None],
    ) -> None:
        """Prepare a cluster of a size of our own; None: the one at the address of the options.

        `tell` gets the facts of each cluster that started.
        """
        self._size = size
        self._address = options.address if size is None else None
        self._watch = watch
        self._budget = budget
        self._tell = tell
        self._stack = ExitStack()
        self._engine: EngineProcess | None = None
        self._facts: Started | None = None
        self._failure: EngineError | None = None

    def __enter__(self) -> ReplayCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def facts(self) -> Started:
        """The facts that the cluster sent when it started."""
        if self._facts is None:
            self.engine()
        assert self._facts is not None
        return self._facts

    @property
    def size(self) -> ClusterSize:
        """The size of the cluster, each worker taken to be as small as the smallest."""
        return size_of(self.facts.nodes)

    def engine(self) -> EngineProcess:
        """The engine, started if need be."""
        if self._engine is None:
            self._engine = self._new()
        return self._engine

    def _new(self) -> EngineProcess:
        if self._failure is not None:
            raise self._failure
        self._budget.left(0)
        engine = self._stack.enter_context(EngineProcess())
        try:
            self._facts = _start(engine, self._size, self._address)
        except EngineError as error:
            engine.stop()
            self._failure = error
            raise
        if self._size is not None and not self._size.native:
            self._watch.cluster(self._size.workers)
        self._tell(self._facts)
        return engine

    def drop(self) -> None:
        """End the cluster at once; the next run starts another."""
        if self._engine is not None:
            self._engine.stop()
            self._engine = None

    def excused(self, error: EngineError) -> str:
        """Why a run has no result, in one line. A cluster that can't be used again is ended."""
        if isinstance(error, (EngineTimeoutError, EngineGoneError)):
            self.drop()
        if isinstance(error, EngineTimeoutError):
            return f"the replay {error}"
        return str(error) if self._engine is None else f"the replay failed: {error}"

    def run(
        self, shape: Shape, label: str, number: int, trials: int, seconds: float
    ) -> tuple[Ran, Sequence[NodeFacts]]:
        """Run a shape once; what the actors did, and the nodes of the cluster in order."""
        timeout = self._budget.left(seconds)
        engine = self.engine()
        self._watch.run(label, number, trials, seconds)
        try:
            answer = engine.ask(Replay(shape, _patience(shape)), timeout)
        except EngineTimeoutError:
            if timeout == self._budget.timeout:
                raise
            self.drop()
            raise OutOfBudgetError from None
        assert isinstance(answer, Ran)
        return answer, self.facts.nodes


def _start(engine: EngineProcess, size: ClusterSize | None, address: str | None) -> Started:
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
    if placed(shape) == shape.asked:
        return DAFTS_PATIENCE
    return _LEAST_PATIENCE + ACTOR_SECONDS * placed(shape)
