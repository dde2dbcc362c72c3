"""DFT115: a call of daft-lance that starts several actors for one partition of tasks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from daft_lint.findings import Confidence, Edit, Fix, Related, Safety, Severity
from daft_lint.index.traversal import walk
from daft_lint.plan.cluster import RunnerKind
from daft_lint.rule import Module, Problem, module_rule

_MODULES = ("daft_lance", "daft.io.lance")
# What asks for actors, and what for partitions: None where the actors are never started
# (daft-lance 0.6.0).
_CALLS: dict[str, tuple[str, str | None]] = {
    "compact_files": ("concurrency", "partition_num"),
    "create_scalar_index": ("max_concurrency", "num_partitions"),
    "merge_columns": ("concurrency", None),
}


@module_rule("DFT115", "one-lance-partition", since="0.1.0")
def one_lance_partition(module: Module) -> Iterator[Problem]:
    """A call of daft-lance whose actors all wait for one, because its tasks are one partition.

    ## What it does

    Fires on `compact_files` and `create_scalar_index` of `daft_lance` that ask for two actors or
    more, and for fewer partitions than actors, and on `merge_columns` with a `concurrency` of two
    or more. It is an error if `create_scalar_index` asks for several partitions and no actors in a
    file that selects Ray: on Ray, that fails. It stays silent if a number isn't known,
    or may be in `**options`.

    ## Why it is bad

    daft-lance makes a frame of its tasks, one row each, and a pool of actors for them. The frame is
    one partition unless you ask for more, so one actor does all, one after the other. To start the
    pool takes longer than most tasks. `merge_columns` starts no pool.

    Measured with Daft 0.7.26 and daft-lance 0.6.0, on two Ray nodes of a busy machine. The eight
    tasks of `compact_files` took 0.6 seconds together:

    | with | seconds | before the first task | tasks ran |
    | --- | --- | --- | --- |
    | `concurrency=4` | 20.8 | 20.1 | in one actor, in turn |
    | `concurrency=4, partition_num=16` | 26.1 | 24.9 | in four actors: 4, 2, 1, 1 |
    | `partition_num=8` | 9.0 | 7.1 | on both nodes, three at once on each |
    | neither | 7.1 | 6.5 | on one node, in turn |

    So a compaction needs no actors: without them, the workers run its tasks in threads. An index
    of 16 tasks took 22 s with `max_concurrency=4`, 16 s without it, in turn on one node both times,
    and 45 s with `num_partitions=16` as well, as its four actors started late.

    With `num_partitions` alone, tasks of an index run in threads of one worker and share one
    dataset, which takes one at a time: "Already mutably borrowed". In one run all of 76 failed so,
    in another 5 of 18, with 2, 8 and 16 partitions and all five types of index that were tried.
    A dataset of up to ten fragments is one task, unless `fragment_group_size` is smaller.

    The native runner can't cut the frame: one of four processes did all with `num_partitions=8`
    too. An index took 24 s with four processes, and 5.8 s without `max_concurrency`.

    ## Example

    ```python
    import daft
    import daft_lance

    daft.set_runner_ray()
    daft_lance.compact_files("s3://bucket/vectors.lance", concurrency=4)
    ```

    ## Use instead

    ```python
    import daft
    import daft_lance

    daft.set_runner_ray()
    daft_lance.compact_files("s3://bucket/vectors.lance", partition_num=8)
    ```

    ## Fix safety

    For `compact_files`, the fix writes partitions in place of actors, two for each. It is unsafe:
    tasks that ran one after the other run side by side in a worker, and need their memory at the
    same time. For an index, the number of partitions is left to you.

    ## References

    - `lance_compaction.py`, `lance_scalar_index.py` and `lance_merge_column.py` of daft-lance 0.6.0
    - [How Daft schedules](../how-daft-schedules.md)
    """
    text = module.document.text
    if "lance" not in text or not any(name in text for name in _CALLS):
        return
    for node in walk(module.values.tree):
        if isinstance(node, ast.Call):
            yield from _problems(module, node)


def _problems(module: Module, call: ast.Call) -> Iterator[Problem]:
    from daft_lint.values.values import Imported

    keywords = {keyword.arg: keyword for keyword in call.keywords}
    given = {name: keyword.value for name, keyword in keywords.items()}
    asks = any(name in given for pair in _CALLS.values() for name in pair)
    called = module.values.value(call.func) if asks and None not in given else None
    owner, _, name = called.name.rpartition(".") if isinstance(called, Imported) else ("", "", "")
    if owner not in _MODULES or name not in _CALLS:
        return
    asked, cut = _CALLS[name]
    actors = _number(module, given[asked], 0) if asked in given else 0
    partitions = _number(module, given[cut], 1) if cut in given else 1
    if actors is None or partitions is None:
        return
    if name == "create_scalar_index" and cut in keywords and partitions > 1 and actors == 0:
        yield from _sharing(module, call, given[cut], partitions)
    if actors < 2 or partitions >= actors:
        return
    made = f"{partitions} partition{'s' if partitions > 1 else ''}"
    message = f"{actors - partitions} of {actors} actors get no task: `{name}` makes {made}"
    span = module.values.module.span_of
    instead = f"{cut}={2 * actors}"
    remedy = Fix(f"add {instead}, or leave out `{asked}`: then one worker does all, without a pool")
    if name == "compact_files":
        said = f"give {instead} in place of `{asked}`: tasks run on all workers, without a pool"
        edits = (Edit(span(keywords[asked]), instead),) if cut not in keywords else ()
        remedy = Fix(said, Safety.UNSAFE if edits else Safety.DISPLAY_ONLY, edits)
    if cut is None:
        message = f"`{name}` starts none of {actors} actors: it doesn't use `{asked}`"
        remedy = Fix(f"leave out `{asked}`")
    yield Problem(
        span=span(given[asked]),
        message=message,
        remedy=remedy,
        on_ray=False,
        severity=Severity.WARNING,
        related=(Related(span(call.func), f"this makes {made} of fragments"),),
    )


def _sharing(module: Module, call: ast.Call, asked: ast.expr, partitions: int) -> Iterator[Problem]:
    """The tasks of an index that share one dataset, on Ray."""
    from daft_lint.pipelines.runner import choices_in

    values, span = module.values, module.values.module.span_of
    if not any(choice.kind is RunnerKind.RAY for choice in choices_in(values.infer, values.module)):
        # The native runner, Daft's default, doesn't cut the frame.
        return
    yield Problem(
        span=span(asked),
        message=f"{partitions} partitions of an index fail on Ray: their tasks share one dataset",
        remedy=Fix("leave out `num_partitions`, or give `max_concurrency` too"),
        severity=Severity.ERROR,
        at_most=Confidence.LIKELY,
        assumptions=(
            "the Ray runner is the one that runs it",
            "the dataset has more fragments than `fragment_group_size`, or 10",
        ),
        related=(Related(span(call.func), "without actors, this makes one dataset a worker"),),
    )


def _number(module: Module, node: ast.expr, absent: int) -> int | None:
    """A number, `absent` where it is None or 0, None where it isn't known."""
    from daft_lint.values.values import Nothing, Number

    value = module.values.value(node)
    if isinstance(value, Nothing):
        return absent
    if not isinstance(value, Number) or not value.quantity.known:
        return None
    return value.quantity.count or absent
