"""The options of `daft-lint plan` as one value, and which of them contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daft_lint.plan.cluster import Cluster
from daft_lint.planning.pricing import Pricing
from daft_lint.planning.what_if import UNSET, WhatIf
from daft_lint.records import dataclass
from daft_lint.scheduling.tuning.terms import Constraints, Tunable

if TYPE_CHECKING:
    from collections.abc import Mapping

TUNABLES = tuple(tunable.value for tunable in Tunable)
MOST_TASKS = 1_000_000
MOST_ACTORS = 1_000_000
_MOST_WORKERS = 100_000
_NUMBERS = (
    "rows",
    "partitions",
    "into_batches",
    "batch_size",
    "concurrency",
    "cpus_per_actor",
    "gpus_per_actor",
    "udf",
)
_OTHERS = (
    "row_seconds",
    "keep",
    "allow",
    "most_actors",
    "largest_batch",
    "worker_memory",
    "row_bytes",
)


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """The options about numbers, times and constraints, free of contradictions.

    `of_numbers` says that the numbers stand for themselves, without code, and `keeps_actors` that
    the concurrency is to be kept.
    """

    numbers: WhatIf
    pricing: Pricing
    constraints: Constraints
    of_numbers: bool
    keeps_actors: bool = False

    @property
    def changes_actors(self) -> bool:
        """Whether an option says how many actors there are, or what one asks for."""
        numbers = self.numbers
        given = (numbers.concurrency, numbers.cpus_per_actor, numbers.gpus_per_actor)
        return any(number is not None for number in given)


def taken_from(options: dict[str, Any], *, has_paths: bool) -> PlanOptions:
    """Take the options of planning out of all options.

    Raises:
        click.UsageError: when they contradict each other.
    """
    given = {name: options.pop(name) for name in (*_NUMBERS, *_OTHERS)}
    numbers = WhatIf(**{name: given[name] for name in _NUMBERS})
    of_numbers = not has_paths and numbers.changes_pools
    _require_sense(given, numbers, of_numbers=of_numbers)
    pricing = _pricing(given, of_numbers=of_numbers)
    keeps_actors = Tunable.CONCURRENCY.value in given["keep"]
    return PlanOptions(numbers, pricing, _constraints(given), of_numbers, keeps_actors)


def _pricing(given: Mapping[str, Any], *, of_numbers: bool) -> Pricing:
    times: dict[str | None, float] = {}
    for name, seconds in given["row_seconds"]:
        whose = "" if name is None else f" for {name}"
        _refuse_if(name in times, f"--row-seconds is given twice{whose}")
        _refuse_if(
            of_numbers and name is not None,
            f"--row-seconds {name}=...: without PATHS there is no UDF of that name",
        )
        times[name] = seconds
    return Pricing(
        times.pop(None, None),
        tuple((name, seconds) for name, seconds in times.items() if name is not None),
    )


def _constraints(given: Mapping[str, Any]) -> Constraints:
    keep = {Tunable(name) for name in given["keep"]}
    if not given["allow"]:
        keep.add(Tunable.CONCURRENCY)
    return Constraints(
        keep=frozenset(keep),
        largest_batch=given["largest_batch"],
        worker_memory=given["worker_memory"],
        row_bytes=given["row_bytes"],
        most_actors=given["most_actors"],
    )


def _require_sense(given: Mapping[str, Any], numbers: WhatIf, *, of_numbers: bool) -> None:
    """Raise click.UsageError for what can't be meant."""
    keep, batch = given["keep"], given["batch_size"]
    largest, memory, row = given["largest_batch"], given["worker_memory"], given["row_bytes"]
    unset = batch == UNSET or (of_numbers and batch is None)
    _refuse_if(
        of_numbers and given["concurrency"] is None,
        "without PATHS a plan needs --concurrency, the actors of the pool; to plan code, name a "
        "file or a folder such as `.`",
    )
    _refuse_if(
        of_numbers and given["udf"] is not None,
        "--udf needs code: add PATHS, or omit --udf",
    )
    _refuse_if(
        bool(set(keep) & set(given["allow"])),
        "--keep concurrency and --allow concurrency can't be combined",
    )
    _refuse_if(
        given["most_actors"] is not None and not given["allow"],
        "--most-actors needs --allow concurrency",
    )
    _refuse_if(
        "batch_size" in keep and unset,
        "--keep batch_size: no batch_size is set, so there is none to keep; set --batch-size",
    )
    _refuse_if(
        "into_batches" in keep and of_numbers and given["into_batches"] is None,
        "--keep into_batches: there is no into_batches to keep; set --into-batches",
    )
    _refuse_if(
        "partitions" in keep and of_numbers and given["partitions"] is None,
        "--keep partitions: no partitions are given to keep; set --partitions",
    )
    _refuse_if(
        bool("batch_size" in keep and largest and batch and batch > largest),
        f"--keep batch_size keeps {batch or 0:,} rows, but --largest-batch allows {largest or 0:,}",
    )
    _refuse_if(
        row is None and memory is not None,
        "--worker-memory needs --row-bytes, the memory per row",
    )
    _refuse_if(
        memory is not None and row is not None and row > memory,
        "--row-bytes: one row is larger than --worker-memory",
    )
    _refuse_if(
        bool(of_numbers and _tasks(numbers) > MOST_TASKS),
        f"--into-batches {numbers.into_batches or 0:,} makes {_tasks(numbers):,} tasks of "
        f"{numbers.rows or 0:,} rows; plan handles at most {MOST_TASKS:,}",
    )


def _tasks(numbers: WhatIf) -> int:
    """How many tasks an into_batches makes of the given rows; 0 where unknown."""
    if numbers.into_batches is None or numbers.rows is None:
        return 0
    return -(-numbers.rows // numbers.into_batches)


def require_real(cluster: Cluster) -> None:
    """Raise click.UsageError for a cluster larger than any real one."""
    for option, quantity in (
        ("--workers", cluster.workers),
        ("--cpus-per-worker", cluster.cpus_per_worker),
        ("--gpus-per-worker", cluster.gpus_per_worker),
    ):
        _refuse_if(
            quantity is not None and quantity.low > _MOST_WORKERS,
            f"{option}: plan handles at most {_MOST_WORKERS:,}, got {quantity}",
        )


def _refuse_if(wrong: bool, why: str) -> None:
    if wrong:
        raise click.UsageError(why)
