"""Runs of UDFs whose numbers are all known: what Daft leaves to chance is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.pipeline import UdfCall
from daft_lint.plan.placement import Resources
from daft_lint.records import dataclass, field
from daft_lint.scheduling.partitions.partition_sampling import (
    MOST_PIECES,
    Appended,
    Batched,
    Dealing,
    Gathered,
    Parts,
    Shuffled,
    Whole,
    are_in_pieces,
    deal,
    whole,
)
from daft_lint.scheduling.prediction.outcome import ERROR
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.event_model import MOST_EVENTS, Machine, Phase, Run, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.placement import Turns, rooms
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS, Stage

_ENOUGH_MORSELS = 5_000
_FEWEST_RUNS = 20
_MOST_MORSELS = 50_000
"""With 20 runs after `_ENOUGH_MORSELS` (some 30 ms), or after so many, no further run is made."""

ALIKE_RUNS = 10
"""Nor is one after so many that are alike, unless another number is given."""


@dataclass(frozen=True, slots=True)
class KnownUdf:
    """One UDF: its actors, and what a row takes, in seconds; None: what the costs say.

    An actor asks for `cpus`, `gpus` and custom `resources`. With `actors` None it has no pool: a
    worker calls it on so many `threads` at once, None: as many as its CPUs allow. With `batch_size`
    None a morsel is what arrives in one piece.
    """

    actors: int | None
    batch_size: int | None
    cpus: float = 1.0
    gpus: float = 0.0
    resources: Resources = ()
    row_seconds: float | None = None
    threads: int | None = None
    call: UdfCall | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class KnownPhase:
    """The UDFs that the same tasks pass, and how these tasks come about."""

    dealing: Dealing
    udfs: tuple[KnownUdf, ...]


Chain = tuple[KnownPhase, ...]
"""All UDFs of a pipeline that run together, phase by phase."""


@dataclass(frozen=True, slots=True)
class KnownCase:
    """UDFs on a cluster; `watched` is the place of the one asked about: its phase, and in that.

    `groups` tell the kinds of workers where they differ.
    """

    chain: Chain
    machine: Machine
    groups: tuple[WorkerGroup, ...] = ()
    watched: tuple[int, int] = (0, 0)


def drawn_runs(
    case: KnownCase,
    costs: Costs,
    random: Random,
    runs: int,
    alike_runs: int | None = ALIKE_RUNS,
    most_events: int = MOST_EVENTS,
) -> tuple[list[Occupancy], list[float]]:
    """What the watched UDF did in up to `runs` runs, and how long these took in all, in seconds.

    They are fewer if they are large or alike. Runs are alike if as many actors idle in each, and
    they take equally long within the model's error; `alike_runs` as for `distribution`.
    """
    found: list[Occupancy] = []
    spans: list[float] = []
    morsels = 0
    while len(found) < max(1, runs):
        if morsels >= (_ENOUGH_MORSELS if len(found) >= _FEWEST_RUNS else _MOST_MORSELS):
            break
        if alike_runs is not None and len(found) >= alike_runs and _are_alike(found):
            break
        run, watched, more = run_once(case, costs, random, most_events)
        found.append(watched)
        spans.append(run.span)
        morsels += more
    return found, spans


def _are_alike(found: Sequence[Occupancy]) -> bool:
    spans = [run.span for run in found]
    return len({run.idle for run in found}) == 1 and max(spans) <= (1 + ERROR) * min(spans)


def run_once(
    case: KnownCase, costs: Costs, random: Random, most_events: float = MOST_EVENTS
) -> tuple[Run, Occupancy, int]:
    """One run, what the watched UDF did in it, and how many morsels or pieces there were."""
    machine, known = case.machine, dict[Dealing, Parts]()
    for phase in case.chain:
        shared_plans, workers = machine.dispatch.shared, len(machine.cpus)
        known[phase.dealing] = deal(
            phase.dealing, workers, random, known, shared_plans=shared_plans
        )
    pieces = sum(len(parts) for dealt in known.values() for parts in dealt)
    phases = _phases(case, known, random)
    run = run_phases(phases, machine, costs, random, most_events=most_events)
    morsels = sum(use.morsels for uses in run.phases for use in uses)
    number, place = case.watched
    watched = run.phases[number][place]
    if case.chain[number].udfs[place].actors is None:
        watched = by_worker(watched, phases[number], place, machine)
    return run, watched, max(morsels, pieces)


def _phases(case: KnownCase, dealt: Mapping[Dealing, Parts], random: Random) -> list[Phase]:
    has_pools = any(udf.actors is not None for phase in case.chain for udf in phase.udfs)
    turns = turns_at_random(case.machine, random) if has_pools else None
    phases: list[Phase] = []
    earlier: KnownPhase | None = None
    for phase in case.chain:
        parts = dealt[phase.dealing]
        after = None
        if earlier is not None:
            after = _after(earlier.dealing, dealt[earlier.dealing], phase.dealing, parts)
        if sum(map(len, parts)) > MOST_PIECES and are_in_pieces(parts):
            parts = whole(parts)
        phases.append(Phase(parts, _stages(phase, case, turns, parts), after))
        earlier = phase
    return phases


def turns_at_random(machine: Machine, random: Random) -> Turns:
    """The workers in a random order, as they take actors in turn."""
    workers = len(machine.cpus)
    return Turns(random.sample(range(workers), workers))


def _stages(
    phase: KnownPhase, case: KnownCase, turns: Turns | None, parts: Parts
) -> tuple[Stage, ...]:
    machine = case.machine
    made = []
    for place, udf in enumerate(phase.udfs):
        size = udf.batch_size
        recut = not place and size is None and machine.dispatch.shared
        recut = recut and isinstance(phase.dealing, Batched)
        if size is None and not (place or recut or are_in_pieces(parts)):
            size = DEFAULT_MORSEL_ROWS
        if turns is None or udf.actors is None:
            placed = _threads(udf, machine)
        else:
            asked = udf.cpus, udf.gpus, udf.resources
            room = rooms(case.groups, *asked) if case.groups else None
            placed = turns.place(udf.actors, room)
        made.append(Stage(placed, size, recut, udf.actors is None, udf.row_seconds))
    return tuple(made)


def _threads(udf: KnownUdf, machine: Machine) -> tuple[int, ...]:
    if udf.threads is not None:
        return (udf.threads,) * len(machine.cpus)
    return tuple(max(1, int(cpus / max(udf.cpus, 1.0))) for cpus in machine.cpus)


def by_worker(done: Occupancy, phase: Phase, place: int, machine: Machine) -> Occupancy:
    """What each worker did of work that runs inside the tasks."""
    stage = phase.stages[place]
    size = stage.batch_size
    morsels = max(
        len(pieces) if size is None else -(-sum(pieces) // size) for pieces in phase.tasks
    )
    return done.by_worker(min(max(stage.actors), max(machine.cpus) * max(1, morsels)))


def _after(earlier: Dealing, before: Parts, later: Dealing, parts: Parts) -> tuple[int, ...] | None:
    """How many tasks of the phase before each task waits for; None: all, as after a shuffle.

    Source: into_batches.rs and into_partitions.rs take what has ended in the order of the tasks;
    a shuffle waits for all (Daft 0.7.24).
    """
    if any(
        isinstance(step, Shuffled | Gathered | Appended | Whole) for step in _since(earlier, later)
    ):
        return None
    ends = list(accumulate(sum(pieces) for pieces in before))
    needed = []
    place = 0
    for end in accumulate(sum(pieces) for pieces in parts):
        while place < len(ends) - 1 and ends[place] < end:
            place += 1
        needed.append(place + 1)
    return tuple(needed)


def _since(earlier: Dealing, later: Dealing) -> Iterator[Dealing]:
    """What happens to rows between two dealings, the last first."""
    step = later
    while step != earlier:
        yield step
        if isinstance(step, Whole | Appended):
            return
        step = step.before
