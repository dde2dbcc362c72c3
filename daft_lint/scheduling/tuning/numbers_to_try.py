"""Numbers worth a look: those that share rows evenly among workers and actors, and round ones."""

from __future__ import annotations

import math
from collections.abc import Iterator

from daft_lint.plan.pipeline import MOST_ACTORS
from daft_lint.records import replace
from daft_lint.scheduling.partitions.partitioning import cuts_evenly, enough_of_batch
from daft_lint.scheduling.partitions.sizes import filled_kinds
from daft_lint.scheduling.simulation.least_times import Figures, local_actors
from daft_lint.scheduling.tuning.changed_loads import TunedPool
from daft_lint.scheduling.tuning.terms import Numbers, Tunable

MOST_TASKS = 50_000
"""More tasks are never advised: at 15 ms each they would cost the driver over 12 minutes."""

_TIMES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
"""So many tasks for each worker or actor."""

_FEW_TASKS = range(1, 9)
_ROUNDS = (1, 2, 3, 4, 6, 8)
"""So many morsels for each actor, or rounds of them in a task."""

_LEADING = (1, 2, 5)


def candidates(tuned: TunedPool) -> list[Numbers]:
    """Numbers to choose from, each once; the present ones are among them."""
    found = (
        numbers
        for concurrency in _concurrencies(tuned)
        for tasks in _tasks(tuned, replace(tuned.numbers, concurrency=concurrency))
        for numbers in _batched(tuned, tasks)
    )
    return list(dict.fromkeys(found))


def figures_with(tuned: TunedPool, numbers: Numbers) -> Figures:
    """The figures to expect under other numbers, as if all partitions were of one size now."""
    tasks, largest = _expected_tasks(tuned, numbers)
    batch_size = numbers.batch_size or tuned.present_morsel
    placed = tuned.on_workers(numbers.concurrency)
    smallest = min(largest, tuned.rows // tasks)
    rest = max(1, tuned.rows - largest * (tasks - 1))
    morsels = (tasks - 1) * -(-largest // batch_size) + -(-min(rest, largest) // batch_size)
    return Figures(
        tuned.rows,
        tasks,
        max(1, smallest),
        largest,
        morsels,
        batch_size,
        sum(placed),
        tuned.workers,
        local_actors(placed),
        tuned.cpus,
        tuned.pool.dispatch.shared,
    )


def unroundness(number: int) -> int:
    """How hard a number is to read and to remember: 0 for 1,000, more for 1,003."""
    digits = str(number).rstrip("0")
    if digits == "1":
        return 0
    if number & (number - 1) == 0 and number <= 1024:
        return 1
    if len(digits) == 1 or digits in {"25", "15"}:
        return 1 if digits in {"2", "5"} or number < 10 else 2
    return 2 * len(digits) - 1


def _expected_tasks(tuned: TunedPool, numbers: Numbers) -> tuple[int, int]:
    """How many tasks there will be, and the rows of the largest."""
    rows, count, batch = tuned.rows, numbers.partitions, numbers.into_batches
    if batch is not None and batch != tuned.numbers.into_batches:
        each = -(-rows // max(1, tuned.found))
        if each < batch:
            batch = min(rows, max(1, math.ceil(enough_of_batch(batch) / each)) * each)
        return -(-rows // batch), batch
    if count is None or count == tuned.numbers.partitions:
        return len(tuned.sizes), max(filled_kinds(tuned.sizes))
    merged = -(-tuned.found // count) * -(-rows // tuned.found)
    largest = max(1, min(rows, merged if count < tuned.found else -(-rows // count)))
    return min(count, -(-rows // largest)) if tuned.found == 1 else count, largest


def _concurrencies(tuned: TunedPool) -> list[int]:
    now = tuned.numbers.concurrency
    if Tunable.CONCURRENCY not in tuned.levers:
        return [now]
    limits = (tuned.room, tuned.constraints.most_actors, MOST_ACTORS)
    most = min(limit for limit in limits if limit)
    even = now // tuned.workers * tuned.workers
    wanted = {now, most, most // tuned.workers * tuned.workers, even, even + tuned.workers}
    return sorted(count for count in wanted if _allowed(tuned, Tunable.CONCURRENCY, count))


def _tasks(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    """The numbers with the tasks as they are, and with others.

    Only tasks that wait for a CPU go to the worker that is done first, which helps where one has an
    actor more than another: that takes two or three times as many as run at once.
    """
    yield numbers
    rows, workers = tuned.rows, tuned.workers
    units = {
        workers,
        tuned.placed(numbers.concurrency),
        tuned.found,
        math.lcm(tuned.found, workers),
    }
    slots = workers * (tuned.cpus or 0)
    counts = {unit * times for unit in units for times in _TIMES} | {
        *_FEW_TASKS,
        slots * 2,
        slots * 3,
    }
    # The article's rule: so many rows of a task give each actor of a worker one full batch.
    a_round = -(-(numbers.batch_size or tuned.present_morsel) * numbers.concurrency // workers)
    sizes = {a_round * times for times in _ROUNDS} | set(_fitting_task_rows(tuned))
    sizes = {min(size, rows) for size in sizes if size >= 1}
    if Tunable.PARTITIONS in tuned.levers:
        fitting = {rows // size for size in sizes}
        counts |= fitting | {_up_to_multiple(count, workers) for count in fitting}
        for count in sorted(counts):
            if _allowed(tuned, Tunable.PARTITIONS, count):
                yield replace(numbers, partitions=count)
    if Tunable.INTO_BATCHES in tuned.levers:
        shares = {-(-rows // count) for count in counts if count}
        for size in sorted(sizes | shares | set(map(_rounded_up, shares))):
            if _allowed(tuned, Tunable.INTO_BATCHES, size):
                yield replace(numbers, into_batches=size)


def _fitting_task_rows(tuned: TunedPool) -> Iterator[int]:
    """Rows of a task that fit in memory, with as many as a worker runs at once, or in one call."""
    memory, row = tuned.constraints.worker_memory, tuned.constraints.row_bytes
    if memory is not None and row is not None:
        at_once = tuned.cpus or -(-tuned.numbers.concurrency // tuned.workers)
        most = memory // (row * at_once)
        yield from (most, most // 2, most // 4)
    if tuned.constraints.largest_batch is not None:
        yield tuned.constraints.largest_batch


def _batched(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    """The numbers with the batches as they are, equal shares of the largest task, and round."""
    yield numbers
    if Tunable.BATCH_SIZE not in tuned.levers:
        return
    figures = figures_with(tuned, numbers)
    largest = figures.largest
    fewest = max(1, figures.actors // figures.workers)
    at_once = {fewest, figures.local, min(fewest, tuned.cores or fewest)}
    shares = {local * times for local in at_once for times in _ROUNDS}
    shares |= {-(-share // figures.at_once) for share in shares} | {1}
    sizes = {-(-largest // share) for share in shares}
    sizes |= {lead * 10**power for power in range(len(str(largest))) for lead in _LEADING}
    cap = tuned.constraints.largest_batch
    sizes |= set() if cap is None else {min(cap, largest)}
    for size in sorted(size for size in sizes if size <= largest):
        if _allowed(tuned, Tunable.BATCH_SIZE, size):
            yield replace(numbers, batch_size=size)


def _up_to_multiple(number: int, unit: int) -> int:
    return -(-number // unit) * unit


def _rounded_up(number: int) -> int:
    """The number with two digits that count."""
    return _up_to_multiple(number, 10 ** max(0, len(str(number)) - 2))


def _allowed(tuned: TunedPool, tunable: Tunable, value: int) -> bool:
    if value < 1:
        return False
    if tunable is Tunable.CONCURRENCY:
        return value <= min(tuned.room or value, tuned.constraints.most_actors or value)
    if tunable is Tunable.BATCH_SIZE:
        bounds = tuned.constraints.largest_batch, tuned.most_rows_of_a_call, tuned.bounded_batch
        return all(value <= (bound or value) for bound in bounds)
    if tunable is Tunable.INTO_BATCHES:
        return value <= tuned.rows and tuned.rows // value <= MOST_TASKS
    return value <= min(tuned.rows, MOST_TASKS) and cuts_evenly(tuned.found, value)
