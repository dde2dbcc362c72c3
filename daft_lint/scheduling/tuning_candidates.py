"""Numbers worth a look: those that share the rows evenly among workers and actors."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from daft_lint.scheduling.formulas import maximum_partitions, minimum_rows
from daft_lint.scheduling.partitioning import cuts_evenly, enough_of_batch
from daft_lint.scheduling.sizes import filled_kinds
from daft_lint.scheduling.tuning import Numbers, Tunable
from daft_lint.scheduling.tuning_bounds import Figures, local_actors
from daft_lint.scheduling.tuning_pool import TunedPool

MOST_TASKS = 50_000
"""More tasks are never advised: at 15 ms each they would cost the driver over 12 minutes."""

_TIMES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256)
"""So many tasks for each worker, or morsels for each actor."""


def formula_numbers(tuned: TunedPool) -> tuple[Numbers, int, int] | None:
    """The rule's numbers, its minimum rows and maximum partitions; None without a batch size.

    Where into_batches decides the tasks, it makes them of the minimum rows.
    """
    batch_size = tuned.numbers.batch_size
    if batch_size is None:
        return None
    rows = minimum_rows(batch_size, tuned.numbers.concurrency, tuned.workers)
    count = maximum_partitions(tuned.rows, rows)
    if Tunable.INTO_BATCHES in tuned.levers and Tunable.PARTITIONS not in tuned.levers:
        return replace(tuned.numbers, into_batches=rows), rows, count
    return replace(tuned.numbers, partitions=count), rows, count


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
    most = int(min(tuned.room or math.inf, tuned.constraints.most_actors or math.inf))
    even = now // tuned.workers * tuned.workers
    wanted = {now, most, most // tuned.workers * tuned.workers, even, even + tuned.workers}
    return sorted(count for count in wanted if _allowed(tuned, Tunable.CONCURRENCY, count))


def _tasks(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    """The numbers with the tasks as they are, and with others."""
    yield numbers
    rows, found = tuned.rows, tuned.found
    units = {tuned.workers, tuned.placed(numbers.concurrency)}
    counts = {unit * times for unit in units | {found} for times in _TIMES}
    # Whole rounds of the local actors, and what fits in the memory of a worker.
    a_round = minimum_rows(
        numbers.batch_size or tuned.present_morsel, numbers.concurrency, tuned.workers
    )
    sizes = {a_round * times for times in _TIMES[:8]}
    most, cap = _most_task_rows(tuned), tuned.constraints.largest_batch
    sizes |= set() if most is None else {most, most // 2, most // 4}
    sizes |= set() if cap is None else {cap}
    sizes = {min(size, rows) for size in sizes if size >= 1}
    if Tunable.PARTITIONS in tuned.levers:
        fitting = {rows // size for size in sizes}
        counts |= fitting | {-(-count // tuned.workers) * tuned.workers for count in fitting}
        for count in sorted(counts):
            if _allowed(tuned, Tunable.PARTITIONS, count):
                yield replace(numbers, partitions=count)
    if Tunable.INTO_BATCHES in tuned.levers:
        for size in sorted(sizes | {-(-rows // count) for count in counts}):
            if _allowed(tuned, Tunable.INTO_BATCHES, size):
                yield replace(numbers, into_batches=size)


def _most_task_rows(tuned: TunedPool) -> int | None:
    """Rows of a task that fit in a worker's memory with as many as it runs at once; None: any."""
    memory, row = tuned.constraints.worker_memory, tuned.constraints.row_bytes
    if memory is None or row is None:
        return None
    return memory // (row * (tuned.cpus or -(-tuned.numbers.concurrency // tuned.workers)))


def _batched(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    """The numbers with the batches as they are, and with equal shares of the largest task."""
    yield numbers
    if Tunable.BATCH_SIZE not in tuned.levers:
        return
    largest, figures = _expected_tasks(tuned, numbers)[1], figures_with(tuned, numbers)
    shares = {figures.local * times for times in _TIMES}
    shares |= {-(-share // figures.at_once) for share in shares} | {1}
    sizes = {-(-largest // share) for share in shares}
    cap = tuned.constraints.largest_batch
    sizes |= set() if cap is None else {min(cap, largest)}
    for size in sorted(sizes):
        if _allowed(tuned, Tunable.BATCH_SIZE, size):
            yield replace(numbers, batch_size=size)


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
