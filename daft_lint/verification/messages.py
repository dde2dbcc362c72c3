"""The messages to and from the engine process. Plain data, sent over a private socket."""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.placement import Resources
from daft_lint.records import dataclass
from daft_lint.verification.shape import ClusterSize, Shape, unequal

DAFTS_PATIENCE = 120.0
"""Seconds that Daft waits for actors (`actor_udf_ready_timeout`)."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start a local cluster of that size, or connect to the one at an address."""

    cluster: ClusterSize | None = None
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """The cluster is up: versions, and its nodes with CPUs. The native runner has no Ray."""

    daft: str
    ray: str | None
    python: str
    nodes: tuple[NodeFacts, ...]

    @property
    def daft_version(self) -> tuple[int, ...]:
        """The numbers of Daft's version."""
        return tuple(int(part) for part in self.daft.split(".")[:3] if part.isdigit())


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """A worker of the cluster: its Ray node id, its logical CPUs and GPUs, its custom resources."""

    node: str
    cpus: float
    gpus: float
    resources: Resources = ()


def size_of(nodes: Sequence[NodeFacts]) -> ClusterSize:
    """The cluster of at least one node; each counts as having the CPUs and GPUs of the smallest."""
    cpus, gpus = int(min(node.cpus for node in nodes)), int(min(node.gpus for node in nodes))
    if not any(node.resources for node in nodes):
        return ClusterSize(len(nodes), cpus, gpus)
    return unequal(tuple(WorkerGroup(1, cpus, gpus, resources=node.resources) for node in nodes))


@dataclass(frozen=True, slots=True)
class Replay:
    """Run a shape once. Wait at most `patience` seconds for its actors.

    A wait that is shorter than Daft's grows with what else keeps the CPUs busy.
    """

    shape: Shape
    patience: float


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an actor: rows, and when it began and ended, in seconds since the epoch."""

    rows: int
    start: float
    end: float

    @property
    def busy_seconds(self) -> float:
        """Seconds that it kept its actor busy."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class ActorLog:
    """What one actor did: its pool's UDF, its node, when it was started, and its calls.

    More than one start means that it died and Ray started it again. Of a UDF without a pool it is
    all that a node did, of a pool on the native runner what a process did. `gpus` are the ids of
    those that it has on its node.
    """

    actor: str
    node: str
    udf: str
    starts: tuple[float, ...]
    calls: tuple[Call, ...]
    gpus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ran:
    """A run is over: how long the action took in seconds, and what every actor did.

    `actors` are those of the watched pool and `others` those of other pools. `began` is when the
    action was called, in seconds since the epoch.
    """

    seconds: float
    actors: tuple[ActorLog, ...]
    others: tuple[ActorLog, ...] = ()
    began: float = 0.0


@dataclass(frozen=True, slots=True)
class RunProgram:
    """Run a program of the user's once, and report what the actors of its queries did.

    `target` is a script or `package.module:function`. It runs on a local cluster of that size, or
    on the one at `address`. Unless `allow_writes`, what it writes with Daft goes nowhere that
    lasts. It is ended after `seconds`. `streams` are
    the engine's descriptors that become the program's input, output and error output.
    """

    target: str
    arguments: tuple[str, ...]
    cluster: ClusterSize | None
    address: str | None
    allow_writes: bool
    seconds: float
    streams: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class QueryLog:
    """One run of a plan: where the action stands in the user's code, and its outcome.

    `end_line` is the last line of the call. `began` is in seconds since the epoch. `seconds` is how
    long it took; None when it had no end. `failure` says in one line why it failed, and is empty
    when it did not.
    """

    path: str
    line: int
    end_line: int
    runner: str
    began: float
    seconds: float | None
    failure: str


@dataclass(frozen=True, slots=True)
class PoolLog:
    """A pool of actors that was started, and what its actors did.

    `udf` is the expression it works on, with the UDF's name. It asked for `asked` actors; `actors`
    are those that were there when the work began. `queries` are the places of those that it may
    belong to: more than one when several ran at the time.
    """

    udf: str
    asked: int
    actors: tuple[ActorLog, ...]
    queries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RanProgram:
    """A program is over. `exit_code` is None when it was ended because its time was up.

    `started` describes the cluster and `notes` say in one line each what was kept from the program.
    """

    exit_code: int | None
    started: Started
    queries: tuple[QueryLog, ...]
    pools: tuple[PoolLog, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """The request failed; the reason in one line."""

    message: str


@dataclass(frozen=True, slots=True)
class NotInstalled:
    """Daft or Ray isn't there, or is too old; the error in one line."""

    reason: str


Request = Start | Replay | RunProgram
Answer = Started | Ran | RanProgram | Failed | NotInstalled
