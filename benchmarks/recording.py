"""What runs showed, one in a line of JSON, so that a model can be compared with them again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.verification.messages import ActorLog, Call, NodeFacts
from daft_lint.verification.observation import Trial
from daft_lint.verification.observed_trials import trial
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    udfs_of,
)

_T = TypeVar("_T")

_DIGITS = 4
"""Times are kept to a tenth of a millisecond."""


@dataclass(frozen=True, slots=True)
class PoolRun:
    """What the actors of one pool did; times are seconds since the action was called."""

    udf: str
    actors: tuple[ActorLog, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One run of a shape: the `number`-th that `seed` draws.

    `nodes` are the workers in the order of the cluster's groups. `seconds` is how long the action
    took. `failure` says in one line why the run tells nothing, and is empty when it does.
    `versions` are those of Daft and Ray.
    """

    seed: int
    number: int
    shape: Shape
    versions: str
    nodes: tuple[NodeFacts, ...] = ()
    seconds: float = 0.0
    pools: tuple[PoolRun, ...] = ()
    failure: str = ""

    def of(self, name: str) -> Trial:
        """What the pool of a UDF did.

        Raises:
            DisturbedError: when an actor died on the way, or no actor got a row.
            StopIteration: when there is no such pool.
        """
        asked = next(udf for udf in udfs_of(self.shape.plan) if udf.name == name).concurrency or 1
        logs = next(pool.actors for pool in self.pools if pool.udf == name)
        return trial(logs, [node.node for node in self.nodes], asked, self.seconds)

    @property
    def trial(self) -> Trial:
        """What the watched pool did; see `of`."""
        return self.of(self.shape.watched)


def since(log: ActorLog, began: float) -> ActorLog:
    """The same with times that count from `began`."""
    return ActorLog(
        log.actor,
        log.node,
        log.udf,
        tuple(round(start - began, _DIGITS) for start in log.starts),
        tuple(
            Call(call.rows, round(call.start - began, _DIGITS), round(call.end - began, _DIGITS))
            for call in log.calls
        ),
    )


def line_of(run: Recorded) -> str:
    """A run as a line of JSON."""
    found = asdict(run)
    found["shape"]["plan"] = _plan_data(run.shape.plan)
    # Nothing is claimed of a run that is only recorded.
    del found["shape"]["claim"]
    places = {node.node: place for place, node in enumerate(run.nodes)}
    found["pools"] = [
        {
            "udf": pool.udf,
            "actors": [
                {
                    "actor": log.actor,
                    "worker": places.get(log.node, len(places)),
                    "starts": log.starts,
                    "calls": [[call.rows, call.start, call.end] for call in log.calls],
                }
                for log in pool.actors
            ],
        }
        for pool in run.pools
    ]
    return json.dumps(found)


def run_of(line: str) -> Recorded:
    """A run from its line.

    Raises:
        ValueError: when it isn't the JSON of a run.
    """
    try:
        return _run(json.loads(line))
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"not a recorded run: {error!r}") from None


def read(paths: Iterable[Path]) -> list[Recorded]:
    """Every run of some files, by seed and number.

    Raises:
        OSError: when a file can't be read.
        ValueError: when a line isn't a run, with its place.
    """
    runs = [
        _run_at(f"{path}:{number}", line)
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]
    return sorted(runs, key=lambda run: (run.seed, run.number))


def _run_at(place: str, line: str) -> Recorded:
    try:
        return run_of(line)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def append(path: Path, run: Recorded) -> None:
    """Add a run to a file, which is made when it isn't there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(line_of(run) + "\n")


def _plan_data(plan: PlanShape) -> dict[str, Any]:
    return {
        "rows": plan.rows,
        "partitions": plan.partitions,
        "steps": [
            {
                "kind": step.kind.value,
                "count": step.count,
                "udfs": [asdict(udf) for udf in step.udfs],
                "other": None if step.other is None else _plan_data(step.other),
            }
            for step in plan.steps
        ],
    }


def _run(data: dict[str, Any]) -> Recorded:
    shape, nodes = data["shape"], tuple(_made(NodeFacts, node) for node in data["nodes"])
    names = [*(node.node for node in nodes), "elsewhere"]
    size = dict(shape["cluster"])
    size["groups"] = tuple(_made(WorkerGroup, group) for group in size["groups"])
    return Recorded(
        data["seed"],
        data["number"],
        Shape(_plan(shape["plan"]), ClusterSize(**size), shape["watched"]),
        data["versions"],
        nodes,
        data["seconds"],
        tuple(
            PoolRun(pool["udf"], tuple(_log(actor, names, pool["udf"]) for actor in pool["actors"]))
            for pool in data["pools"]
        ),
        data["failure"],
    )


def _made(kind: Callable[..., _T], data: dict[str, Any]) -> _T:
    """What has custom resources, which JSON makes lists of; older files don't speak of them."""
    resources = tuple((name, amount) for name, amount in data.get("resources", ()))
    return kind(**{**data, "resources": resources})


def _plan(data: dict[str, Any]) -> PlanShape:
    return PlanShape(
        data["rows"],
        data["partitions"],
        tuple(
            StepShape(
                StepKind(step["kind"]),
                step["count"],
                tuple(_made(UdfShape, udf) for udf in step["udfs"]),
                None if step["other"] is None else _plan(step["other"]),
            )
            for step in data["steps"]
        ),
    )


def _log(data: dict[str, Any], names: list[str], udf: str) -> ActorLog:
    return ActorLog(
        data["actor"],
        names[data["worker"]],
        udf,
        tuple(data["starts"]),
        tuple(Call(*call) for call in data["calls"]),
    )
