"""Lower bounds on a pool's run time: worked out from a few figures, without a simulation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from daft_lint.records import dataclass
from daft_lint.scheduling.simulation.costs import Costs


@dataclass(frozen=True, slots=True)
class Figures:
    """What bounds the time that a pool takes.

    So many `tasks` of `smallest` to `largest` rows are cut into `morsels` of `batch_size` rows.
    `local` are the most actors that a task has on its worker; one without any uses them all.
    `cpus` are the most tasks that a worker runs at once, None where there are always enough.
    Tasks of a worker send off their morsels one after another where they are `shared`, see
    `Dispatch`; else each task its own.
    """

    rows: int
    tasks: int
    smallest: int
    largest: int
    morsels: int
    batch_size: int
    actors: int
    workers: int
    local: int
    cpus: int | None
    shared: bool = True

    @property
    def rows_of_call(self) -> int:
        """The most rows of a morsel."""
        return min(self.batch_size, self.largest)

    def far_from(self, others: Figures) -> float:
        """How often the rows of a call have doubled or halved."""
        return abs(math.log2(self.rows_of_call / others.rows_of_call))

    @property
    def at_once(self) -> int:
        """The most tasks that a worker runs at once."""
        share = -(-self.tasks // self.workers)
        return share if self.cpus is None else min(share, self.cpus)


def figures_of(
    kinds: Mapping[int, int],
    batch_size: int,
    placed: Sequence[int],
    cpus: int | None,
    *,
    shared: bool = True,
) -> Figures:
    """The figures of tasks, given as how many there are of each size, at least 1 row.

    So many actors are `placed` on each worker.
    """
    return Figures(
        sum(rows * count for rows, count in kinds.items()),
        sum(kinds.values()),
        min(kinds),
        max(kinds),
        sum(-(-rows // batch_size) * count for rows, count in kinds.items()),
        batch_size,
        sum(placed),
        len(placed),
        local_actors(placed),
        cpus,
        shared,
    )


def local_actors(placed: Sequence[int]) -> int:
    """The most actors that a task may use, when so many are on each worker."""
    return max(placed) if all(placed) else sum(placed)


def least_seconds(figures: Figures, costs: Costs) -> float:
    """No run of the model is shorter, from the first start of a morsel to the last end."""
    return max(
        _actors(figures, costs),
        _fullest_worker(figures, costs),
        _largest_task(figures, costs),
        _driver(figures, costs),
        _slots(figures, costs),
        _dispatches(figures, costs),
    )


def driver_seconds(tasks: int, costs: Costs) -> float:
    """Seconds that the driver spends on so many tasks."""
    return tasks * (costs.submit_seconds + costs.finish_seconds)


def uneven_seconds(figures: Figures, costs: Costs) -> float:
    """Seconds beyond the bound to expect of tasks and morsels that don't end together, roughly."""
    morsels = -(-figures.largest // figures.batch_size)
    used = min(figures.local, morsels)
    calls = costs.morsel_seconds + costs.handover_seconds
    task = figures.largest * costs.row_seconds / used + morsels / used * calls
    alone = task * (1 - 1 / figures.workers)
    morsel = costs.of(min(figures.batch_size, figures.largest))
    return driver_seconds(figures.tasks, costs) + alone + morsel


def bytes_held(figures: Figures, row_bytes: int) -> int:
    """Bytes of the rows that a worker holds at most: all of the largest tasks it runs at once.

    Where its CPUs are unknown, it is taken to run one task for each of its actors.
    """
    share = -(-figures.tasks // figures.workers)
    return min(share, figures.cpus or figures.local) * figures.largest * row_bytes


def _actors(figures: Figures, costs: Costs) -> float:
    """All actors share the work; none waits before its first morsel."""
    waits = max(0, figures.morsels - figures.actors) * costs.handover_seconds
    work = costs.of(figures.rows, figures.morsels) + waits
    return work / min(figures.actors, figures.morsels)


def _fullest_worker(figures: Figures, costs: Costs) -> float:
    """Some worker has its full share of the tasks, and some actor there of their morsels."""
    share = -(-figures.tasks // figures.workers)
    if figures.local == figures.actors and figures.workers > 1:
        return 0
    full = share * (figures.smallest // figures.batch_size)
    rounds = -(-full // figures.local)
    in_rounds = rounds * costs.of(figures.batch_size) + max(0, rounds - 1) * costs.handover_seconds
    morsels = share * -(-figures.smallest // figures.batch_size)
    waits = max(0, morsels - figures.local) * costs.handover_seconds
    work = costs.of(share * figures.smallest, morsels) + waits
    return max(in_rounds, work / figures.local)


def _largest_task(figures: Figures, costs: Costs) -> float:
    """A task is for the actors of one worker."""
    morsels = -(-figures.largest // figures.batch_size)
    waits = max(0, morsels - figures.local) * costs.handover_seconds
    return (costs.of(figures.largest, morsels) + waits) / min(figures.local, morsels)


def _driver(figures: Figures, costs: Costs) -> float:
    """The driver submits all tasks, and notes the end of those that others waited for."""
    ended = 0 if figures.cpus is None else max(0, figures.tasks - figures.cpus * figures.workers)
    return (figures.tasks - 1) * costs.submit_seconds + ended * costs.finish_seconds


def _slots(figures: Figures, costs: Costs) -> float:
    """Tasks that wait for a CPU: each one before them takes its own time and the way."""
    if figures.cpus is None:
        return 0
    turns = -(-figures.tasks // (figures.cpus * figures.workers))
    morsels = -(-figures.smallest // figures.batch_size)
    rounds = -(-morsels // figures.local)
    least = max(
        costs.of(figures.smallest, morsels) / figures.local,
        costs.of(min(figures.batch_size, figures.smallest)) if rounds == 1 else 0,
    )
    between = costs.travel_seconds + costs.finish_seconds + costs.submit_seconds
    return turns * least + (turns - 1) * between


def _dispatches(figures: Figures, costs: Costs) -> float:
    """A worker, or each task that it runs, sends off its morsels one after another."""
    senders = figures.workers * (1 if figures.shared else figures.at_once)
    return (math.ceil(figures.morsels / senders) - 1) * costs.dispatch_seconds
