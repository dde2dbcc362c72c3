"""The reason for a change of a number: a plain sentence with the numbers that matter."""

from __future__ import annotations

from daft_lint.plan.unit import Unit
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.least_times import Figures, bytes_held, driver_seconds
from daft_lint.scheduling.tuning.changed_loads import TunedPool
from daft_lint.scheduling.tuning.terms import Tunable
from daft_lint.scheduling.tuning.trials import Trial
from daft_lint.words import duration, percent, size

_DRIVER_SHARE = 0.1
"""From this share of the makespan on the driver's work is worth a word."""


def reason(tuned: TunedPool, tunable: Tunable, before: Trial, after: Trial, costs: Costs) -> str:
    """Why one number is better changed, when all others are as in `before`."""
    if tunable is Tunable.CONCURRENCY:
        return _actors(tuned, before, after)
    needed = _needed(tuned, before.figures, after.figures)
    if needed is not None:
        return needed
    if tuned.pool.unit is Unit.PROCESS:
        return _calls(tuned, before, after)
    if tunable is Tunable.BATCH_SIZE:
        return _morsels(before, after, costs)
    return _tasks(before, after, costs)


def _needed(tuned: TunedPool, before: Figures, after: Figures) -> str | None:
    """What the change mends, where the present numbers break a constraint."""
    limits = tuned.constraints
    if limits.largest_batch is not None:
        was, now = (min(figures.batch_size, figures.largest) for figures in (before, after))
        if was > limits.largest_batch >= now:
            return (
                f"a morsel (batch) of {was:,} rows exceeds the {limits.largest_batch:,} allowed; "
                f"now it has {now:,}"
            )
    if limits.worker_memory is None or limits.row_bytes is None:
        return None
    was, now = (bytes_held(figures, limits.row_bytes) for figures in (before, after))
    if not now <= limits.worker_memory < was:
        return None
    return (
        f"a worker that runs {_count(before.at_once, 'task')} of {before.largest:,} rows at once "
        f"needs {size(was)}, but has {size(limits.worker_memory)}; with {after.at_once:,} of "
        f"{after.largest:,} rows it needs {size(now)}"
    )


def _calls(tuned: TunedPool, before: Trial, after: Trial) -> str:
    """Of the native runner: calls for its processes. Those without a call need not start."""
    was, now = before.figures, after.figures
    cpus = "" if tuned.cores is None else f" on {_count(tuned.cores, 'CPU')}"
    text = (
        f"{was.rows:,} rows make {_count(was.morsels, 'call')} for {was.actors:,} processes{cpus}; "
        f"batches of {now.rows_of_call:,} rows make {now.morsels:,}"
    )
    return f"{text}, and fewer processes start" if after.idle > before.idle else text


def _tasks(before: Trial, after: Trial, costs: Costs) -> str:
    figures = after.figures
    text = f"{_count(figures.tasks, 'task')} of {_size(figures)} rows, {_each(figures)}"
    text += ", are" if figures.tasks > 1 else ", is"
    enough = f"{text} enough: more only make more files"
    return f"{_trouble_with_tasks(before, costs)}; {enough}"


def _trouble_with_tasks(trial: Trial, costs: Costs) -> str:
    figures = trial.figures
    tasks, workers = figures.tasks, figures.workers
    stays = "runs on one worker" if tasks == 1 else "run on one worker each"
    if tasks < workers:
        idle = _idle(trial, "gets no rows", "get no rows")
        text = f"{_count(tasks, 'task')} for {workers:,} workers {stays}"
        return f"{text}, so {idle}" if idle else text
    driver = driver_seconds(tasks, costs)
    if driver > _DRIVER_SHARE * trial.seconds:
        return f"{tasks:,} tasks of {_size(figures)} rows cost the driver {duration(driver)}"
    idle = _idle(trial, "idle", "idle")
    if idle:
        return f"{_shared(figures)}, which leaves {idle}"
    if tasks % workers and tasks < 10 * workers:
        most, fewest = -(-tasks // workers), tasks // workers
        split = f"some get {fewest:,}, others {most:,}"
        return f"{tasks:,} tasks for {workers:,} workers: {split}"
    return f"{_shared(figures)}, which keeps the actors {_share(trial)} busy"


def _shared(figures: Figures) -> str:
    text = f"{_count(figures.tasks, 'task')} of {_size(figures)} rows"
    if figures.workers == 1:
        return f"the worker gets {text}"
    return f"there are {text}, {_each(figures)}"


def _each(figures: Figures) -> str:
    """How many tasks a worker gets."""
    tasks, workers = figures.tasks, figures.workers
    if workers == 1:
        return "all for the one worker"
    if tasks % workers:
        about = "about" if tasks >= workers else "at most"
        return f"{about} {max(1, round(tasks / workers)):,} for each worker"
    return f"{tasks // workers:,} for each worker"


def _morsels(before: Trial, after: Trial, costs: Costs) -> str:
    was, now = before.figures, after.figures
    if now.morsels == was.morsels:
        return f"no task of {_size(now)} rows fills a batch of {was.batch_size:,}"
    if now.morsels < was.morsels:
        saved = (was.morsels - now.morsels) * (costs.morsel_seconds + costs.handover_seconds)
        return (
            f"batches of {now.batch_size:,} rows make {now.morsels:,} calls instead of "
            f"{was.morsels:,}, which saves the actors {duration(saved)} between calls"
        )
    largest = -(-was.largest // was.batch_size)
    finer = -(-now.largest // now.batch_size)
    local = (
        f"{now.local:,} actors on its worker" if now.local > 1 else "the one actor on its worker"
    )
    return (
        f"a task of {_size(was)} rows makes {_count(largest, 'morsel')} for {local}, so "
        f"{_busy(before)}; in batches of {now.batch_size:,} rows it makes {_count(finer, 'morsel')}"
    )


def _busy(trial: Trial) -> str:
    return _idle(trial, "idles", "idle") or f"the actors are {_share(trial)} busy"


def _idle(trial: Trial, does: str, do: str) -> str:
    """What actors without rows do: `1 of 4 actors idles`; empty where most runs have none."""
    if trial.found is None or not trial.idle:
        return ""
    idle = trial.found.idle
    return f"{idle} of {trial.figures.actors:,} actors {does if idle.high == 1 else do}"


def _actors(tuned: TunedPool, before: Trial, after: Trial) -> str:
    was, now = before.numbers.concurrency, after.numbers.concurrency
    workers = _count(tuned.workers, "worker")
    has = "has" if tuned.workers == 1 else "have"
    if tuned.room is not None and was > tuned.room:
        return (
            f"{workers} {has} room for {_count(tuned.room, 'actor')}, and Daft waits for the "
            f"other {was - tuned.room:,}, 120 seconds by default"
        )
    most = tuned.constraints.most_actors
    if most is not None and was > most:
        return f"at most {_count(most, 'actor')} are allowed, not {was:,}"
    if now < was:
        return f"{now:,} actors are {_even(now, tuned.workers)}, {was:,} don't divide evenly"
    room = f"{workers} {has} room for {tuned.room:,} actors; " if tuned.room is not None else ""
    return f"{room}{now:,} actors instead of {was:,} share the {after.figures.rows:,} rows"


def _even(actors: int, workers: int) -> str:
    return f"{actors // max(1, workers):,} on each of {workers:,} workers"


def _share(trial: Trial) -> str:
    paid = trial.figures.actors * trial.seconds
    return percent(trial.busy / paid)


def _size(figures: Figures) -> str:
    if figures.smallest == figures.largest or figures.tasks == 1:
        return f"{figures.largest:,}"
    if figures.rows - figures.largest * (figures.tasks - 1) == figures.smallest:
        return f"{figures.largest:,}"
    return f"{figures.smallest:,} to {figures.largest:,}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
