"""Where actors stand: what each worker did, or each GPU that no other pool has."""

from collections.abc import Sequence

import pytest

from daft_lint.findings import Claim
from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.unit import Unit
from daft_lint.scheduling.simulation.placement import fitting_gpus, gpus_held
from daft_lint.verification.expectations import expected
from daft_lint.verification.messages import ActorLog, Call, NodeFacts, Ran
from daft_lint.verification.observation import Trial
from daft_lint.verification.observed_trials import DisturbedError, trial
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    unequal,
)
from daft_lint.verification.workers_and_gpus import logs_of

NODES = (NodeFacts("a", 16, 4), NodeFacts("b", 16, 4))
SIZE = ClusterSize(2, 16, 4)


def shape(claim: Claim, *udfs: UdfShape, size: ClusterSize = SIZE) -> Shape:
    """Many tasks of even size; the first UDF is watched."""
    steps = tuple(StepShape(StepKind.UDF, udfs=(udf,)) for udf in udfs)
    return Shape(PlanShape(1_600, 16, steps), size, udfs[0].name, claim)


def pool(actors: int, gpus: float | None = None, name: str = "Embed") -> UdfShape:
    return UdfShape(name, actors, 20, gpus=gpus, row_seconds=0.001)


def log(node: str, *rows: int, gpus: Sequence[str] = (), starts: Sequence[float] = (1.0,)):
    calls = tuple(Call(row, 2.0 + place, 3.0 + place) for place, row in enumerate(rows))
    return ActorLog(f"{node}{gpus}", node, "Embed", tuple(starts), calls, tuple(gpus))


def observed(shape: Shape, *logs: ActorLog, others: tuple[ActorLog, ...] = ()) -> Trial:
    found = logs_of(shape, Ran(5.0, logs, others), NODES)
    nodes = [node.node for node in NODES]
    return trial(found, nodes, len(found), 5.0, shape.counted)


def rows_of(found: Trial) -> list[tuple[int, float]]:
    return [(actor.worker, actor.rows) for actor in found.occupancy.actors]


def test_a_worker_does_what_its_actors_do() -> None:
    found = observed(shape(Claim.WORKERS, pool(2)), log("b", 20, 20), log("b", 10))
    assert rows_of(found) == [(0, 0), (1, 50)]
    assert (found.idle, found.asked, found.unit) == (1, 2, Unit.WORKER)
    assert found.utilisation == 0.5


def test_actors_that_share_a_gpu_are_one_and_an_actor_may_have_several() -> None:
    shared = shape(Claim.GPUS, pool(2, 0.5))
    found = observed(shared, log("a", 20, gpus="3"), log("a", 30, gpus="3"))
    assert rows_of(found) == [(0, 0), (0, 0), (0, 0), (0, 50), *[(1, 0)] * 4]
    two = observed(shape(Claim.GPUS, pool(1, 2)), log("b", 20, gpus="01"))
    assert (two.idle, two.asked, two.unit) == (6, 8, Unit.GPU)


def test_gpus_of_another_pool_are_left_out() -> None:
    beside = shape(Claim.GPUS, pool(1, 1.0), pool(1, 2.0, "Caption"))
    found = observed(beside, log("a", 20, gpus="0"), others=(log("a", 20, gpus="12"),))
    assert (found.idle, found.asked) == (5, 6)


def test_an_actor_that_died_disturbs_its_place_too() -> None:
    with pytest.raises(DisturbedError, match="an actor died"):
        observed(shape(Claim.WORKERS, pool(1)), log("a", 20, starts=(1.0, 2.5)))


@pytest.mark.parametrize(
    ("made", "idle", "places"),
    [
        (shape(Claim.WORKERS, pool(1)), 1, 2),
        (shape(Claim.GPUS, pool(4, 0.75)), 4, 8),
        (shape(Claim.GPUS, pool(2, 1.0), pool(2, 2.0, "Caption")), 2, 4),
        (shape(Claim.GPUS, pool(1, 1.0), pool(8, None, "Parse")), 7, 8),
    ],
)
def test_places_without_an_actor_are_expected_to_idle(made: Shape, idle: int, places: int) -> None:
    found = expected(made, (0, 7, 26))
    assert (found.idle_low, len(found.occupancy.actors)) == (idle, places)
    assert found.utilisation == pytest.approx(1 - idle / places, abs=0.25)


def test_only_workers_with_gpus_have_any() -> None:
    size = unequal((WorkerGroup(1, 16, 4), WorkerGroup(2, 16)))
    found = expected(shape(Claim.GPUS, pool(1, 1.0), size=size), (0, 7, 26))
    assert [(actor.worker, actor.rows) for actor in found.occupancy.actors] == [
        (0, 1600),
        *[(0, 0)] * 3,
    ]


@pytest.mark.parametrize(
    ("actors", "each", "held"),
    [(5, 0.4, 3), (4, 0.75, 4), (4, 0.25, 1), (2, 2, 4)],
)
def test_parts_of_gpus_are_packed_whole(actors: int, each: float, held: int) -> None:
    """What Ray 2.60 did on a worker with four logical GPUs."""
    assert gpus_held(actors, each) == held


@pytest.mark.parametrize(
    ("has", "each", "fit"), [(4, 0.75, 4), (4, 0.4, 8), (2.5, 0.5, 5), (4, 2, 2)]
)
def test_no_actor_has_parts_of_two_gpus(has: float, each: float, fit: int) -> None:
    assert fitting_gpus(has, each) == fit
