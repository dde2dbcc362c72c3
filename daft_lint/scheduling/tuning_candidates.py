"""Numbers worth a look: those that the structure suggests, and round ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from daft_lint.scheduling.formulas import maximum_partitions, minimum_rows
from daft_lint.scheduling.partitioning import cuts_evenly, enough_of_batch
from daft_lint.scheduling.sizes import filled_kinds
from daft_lint.scheduling.tuning import Numbers, Tunable
from daft_lint.scheduling.tuning_bounds import Figures, local_actors
from daft_lint.scheduling.tuning_pool import TunedPool, value_of, with_value

MOST_TASKS = 50_000
"""More tasks are never advised: at 15 ms each they would cost the driver over 12 minutes."""

_ROUND = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
_TIMES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
_ROUNDS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
_STEPS = (0.8, 0.9, 1.1, 1.25)


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


def candidates(tuned: TunedPool) -> Iterator[Numbers]:
    """Numbers to choose from, each once; the present ones are among them."""
    seen: set[Numbers] = set()
    for concurrency in _concurrencies(tuned):
        manned = replace(tuned.numbers, concurrency=concurrency)
        for tasks in _tasks(tuned, manned):
            for numbers in (tasks, *_batched(tuned, tasks)):
                if numbers not in seen:
                    seen.add(numbers)
                    yield numbers


def landmarks(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    """The numbers with one of them changed to one that fits the cluster itself.

    Where actors are spread unevenly the bound misjudges these, so that they are worth a look. Only
    tasks that wait for a CPU go to the worker that is done first, so that it takes more than run at
    once. These get a batch each, if the present ones are larger.
    """
    actors = tuned.placed(numbers.concurrency)
    largest = _expected_tasks(tuned, numbers)[1]
    units = {tuned.workers, actors}
    counts = sorted({unit * times for unit in units for times in (1, 2, 3)} | set(range(1, 9)))
    slots = tuned.workers * (tuned.cpus or 0)
    if Tunable.PARTITIONS in tuned.levers and numbers.into_batches is None:
        for count in (slots * 2, slots * 3):
            rows = -(-tuned.rows // max(1, count))
            finer = numbers.batch_size is not None and rows < numbers.batch_size
            if not finer or Tunable.BATCH_SIZE in tuned.levers:
                fitting = replace(numbers, partitions=count)
                if _allowed(tuned, Tunable.PARTITIONS, count):
                    yield replace(fitting, batch_size=rows) if finer else fitting
    for count in counts:
        for tunable, value in (
            (Tunable.PARTITIONS, count),
            (Tunable.INTO_BATCHES, -(-tuned.rows // count)),
            (Tunable.BATCH_SIZE, -(-largest // count)),
        ):
            unused = tunable is Tunable.PARTITIONS and numbers.into_batches is not None
            if tunable in tuned.levers and not unused and _allowed(tuned, tunable, value):
                yield with_value(numbers, tunable, value)


def neighbours(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    """The numbers with one of them a little smaller or larger."""
    for tunable in sorted(tuned.levers, key=lambda lever: lever.value):
        value = value_of(numbers, tunable)
        if value is None or (tunable is Tunable.PARTITIONS and numbers.into_batches is not None):
            continue
        for nearby in _near(value, tuned.workers):
            changed = with_value(numbers, tunable, nearby)
            if _allowed(tuned, tunable, nearby) and changed != numbers:
                yield changed


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
    rows = tuned.rows
    if numbers.into_batches is not None and numbers.into_batches != tuned.numbers.into_batches:
        return _batched_tasks(tuned, numbers.into_batches)
    count = numbers.partitions
    if count is None or count == tuned.numbers.partitions:
        return len(tuned.sizes), max(filled_kinds(tuned.sizes))
    if count < tuned.found:
        largest = -(-tuned.found // count) * -(-rows // tuned.found)
    else:
        largest = -(-rows // count)
    largest = min(rows, max(1, largest))
    return min(count, -(-rows // largest)) if tuned.found == 1 else count, largest


def _batched_tasks(tuned: TunedPool, batch: int) -> tuple[int, int]:
    each = -(-tuned.rows // max(1, tuned.found))
    if each >= batch:
        return max(1, -(-tuned.rows // batch)), batch
    gathered = max(1, math.ceil(enough_of_batch(batch) / each)) * each
    return max(1, -(-tuned.rows // gathered)), min(tuned.rows, gathered)


def _concurrencies(tuned: TunedPool) -> list[int]:
    now = tuned.numbers.concurrency
    if Tunable.CONCURRENCY not in tuned.levers:
        return [now]
    most = min(tuned.room or math.inf, tuned.constraints.most_actors or math.inf)
    full = int(most) // tuned.workers * tuned.workers
    even = now // tuned.workers * tuned.workers
    wanted = {now, int(most), full, even, even + tuned.workers}
    return sorted(count for count in wanted if _allowed(tuned, Tunable.CONCURRENCY, count))


def _tasks(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    yield numbers
    if Tunable.PARTITIONS in tuned.levers:
        for count in partition_counts(tuned, numbers):
            yield replace(numbers, partitions=count)
    if Tunable.INTO_BATCHES in tuned.levers:
        for rows in _into_batches(tuned, numbers):
            yield replace(numbers, into_batches=rows)


def partition_counts(tuned: TunedPool, numbers: Numbers) -> list[int]:
    """Partitions to choose from beside the other numbers, the fewest first."""
    rows, workers = tuned.rows, tuned.workers
    actors = tuned.placed(numbers.concurrency)
    counts = {unit * times for unit in (workers, actors, tuned.found) for times in _TIMES}
    counts |= set(_round_numbers(min(rows, MOST_TASKS)))
    counts |= {rows // size for size in _task_rows(tuned, numbers)}
    counts |= {_up_to_multiple(rows // size, workers) for size in _task_rows(tuned, numbers)}
    counts |= {count // workers * workers for count in _balanced(tuned)}
    return sorted(count for count in counts if _allowed(tuned, Tunable.PARTITIONS, count))


def _into_batches(tuned: TunedPool, numbers: Numbers) -> list[int]:
    rows, workers = tuned.rows, tuned.workers
    actors = tuned.placed(numbers.concurrency)
    shares = {unit * times for unit in (workers, actors) for times in _TIMES}
    sizes = {-(-rows // share) for share in shares}
    sizes |= set(_task_rows(tuned, numbers)) | set(_round_numbers(rows))
    sizes |= {-(-rows // count) for count in _balanced(tuned)}
    return sorted(size for size in sizes if _allowed(tuned, Tunable.INTO_BATCHES, size))


def _task_rows(tuned: TunedPool, numbers: Numbers) -> set[int]:
    """Rows of a task that fill whole rounds of the local actors, or all the memory there is."""
    batch_size = numbers.batch_size or tuned.present_morsel
    a_round = minimum_rows(batch_size, numbers.concurrency, tuned.workers)
    sizes = {a_round * times for times in _ROUNDS}
    most = most_task_rows(tuned)
    if most is not None:
        sizes |= {most, most // 2, most // 4}
    cap = tuned.constraints.largest_batch
    if cap is not None:
        sizes.add(cap)
    return {min(size, tuned.rows) for size in sizes if size >= 1}


def most_task_rows(tuned: TunedPool) -> int | None:
    """Rows of a task that fit in a worker's memory with as many as it runs at once; None: any."""
    memory, row = tuned.constraints.worker_memory, tuned.constraints.row_bytes
    if memory is None or row is None:
        return None
    return memory // (row * (tuned.cpus or -(-tuned.numbers.concurrency // tuned.workers)))


def _balanced(tuned: TunedPool) -> list[int]:
    """Counts at which a task is a small share of its worker's work, from a hundredth on."""
    return [tuned.workers * share for share in (50, 100, 150, 200, 300, 400)]


def _batched(tuned: TunedPool, numbers: Numbers) -> Iterator[Numbers]:
    if Tunable.BATCH_SIZE not in tuned.levers:
        return
    tasks, largest = _expected_tasks(tuned, numbers)
    figures = figures_with(tuned, numbers)
    at_once = figures.at_once if tasks > 1 else 1
    shares = {figures.local * times for times in _ROUNDS}
    shares |= {-(-share // at_once) for share in shares}
    sizes = {-(-largest // share) for share in shares} | {largest}
    sizes |= set(_round_numbers(largest, (1, 2, 2.5, 5)))
    cap = tuned.constraints.largest_batch
    if cap is not None:
        sizes.add(min(cap, largest))
    for size in sorted(sizes):
        if _allowed(tuned, Tunable.BATCH_SIZE, size):
            yield replace(numbers, batch_size=size)


def _round_numbers(most: int, leading: Iterable[float] = _ROUND) -> Iterator[int]:
    for power in range(len(str(most))):
        for digit in leading:
            number = int(digit * 10**power)
            if number <= most:
                yield number
    for power in range(min(most, 2**17).bit_length()):
        yield 2**power


def _near(value: int, workers: int) -> set[int]:
    nearby = {value - workers, value + workers, value - 1, value + 1}
    for step in _STEPS:
        nearby |= {_rounded(value * step), _up_to_multiple(int(value * step), workers)}
    return nearby


def _rounded(number: float) -> int:
    """The number with two digits that count."""
    unit = int(10 ** max(0, len(str(int(number))) - 2))
    return round(number / unit) * unit


def _up_to_multiple(number: int, unit: int) -> int:
    return -(-number // unit) * unit


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
