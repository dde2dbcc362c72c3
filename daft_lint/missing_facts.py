"""The facts that open work lacks: what isn't known, how to tell it, and what finds it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daft_lint.pools import name_of
from daft_lint.scheduling.conditions import Factor
from daft_lint.scheduling.moves import REPARTITIONS
from daft_lint.scheduling.prediction import WorkPrediction

NO_RUNNER = "which runner it runs on"
TELL_RUNNER = 'runner = "native" or "ray" in [tool.daft-lint]'
TELL_PLACES = "[[tool.daft-lint.cluster.worker-groups]] with resources = ..."


def rows_missing(work: WorkPrediction) -> str:
    """What isn't known where no number of the source or the cluster decides."""
    if not work.partitioning.rows.known:
        return f"how many rows reach `{name_of(work)}`"
    return f"how many rows each task of `{name_of(work)}` has"


def missing_fact(factor: Factor, work: WorkPrediction) -> str:
    """The fact that isn't known, as in `how many rows daft.from_pylist on line 3 has`."""
    match factor:
        case Factor.WORKERS:
            return "how many workers the cluster has"
        case Factor.CPUS:
            return "how many CPUs a worker has"
        case Factor.CONCURRENCY:
            return f"how many {work.unit.plural} `{name_of(work)}` has"
        case Factor.BATCH_SIZE:
            return f"the batch_size of `{name_of(work)}`"
        case Factor.ROWS:
            name, span = _in_code(work.source.name), work.source.span
            return f"how many rows {name} on {span.line_from(work.call.span)} has"
        case Factor.PARTITIONS:
            made_by = work.upstream[0] if work.upstream else None
            if _made_count(work):
                return f"how many of the {work.partitioning.count} partitions have rows"
            span = work.source.span if made_by is None else made_by.span
            name = _in_code(work.source.name if made_by is None else made_by.method)
            return f"how many partitions {name} on {span.line_from(work.call.span)} makes"


def _made_count(work: WorkPrediction) -> bool:
    """Whether it is known how many partitions there are, so that rows are what isn't known."""
    return work.partitioning.count.known


def _in_code(name: str) -> str:
    """A name as code; that of a parameter says so itself."""
    return name if "`" in name else f"`{name}`"


def answer_to(factor: Factor, work: WorkPrediction) -> str:
    """How to tell daft-lint a fact."""
    match factor:
        case Factor.WORKERS | Factor.CPUS:
            key = "workers" if factor is Factor.WORKERS else "cpus-per-worker"
            return f"{key} = ... in [tool.daft-lint.cluster]"
        case Factor.CONCURRENCY | Factor.BATCH_SIZE:
            key = "concurrency" if factor is Factor.CONCURRENCY else "batch-size"
            return f"# daft-lint: {key}=..."
        case Factor.ROWS | Factor.PARTITIONS:
            return _answer_in_code(work)


def _answer_in_code(work: WorkPrediction) -> str:
    """A hint at the repartition whose number is missing, or at the source; empty where none can."""
    source, here = work.source.span, work.call.span
    if _made_count(work) or not work.upstream:
        return f"# daft-lint: partitions=..., rows=... on {source.line_from(here)}"
    step = work.upstream[0]
    if step.kind not in REPARTITIONS:
        return ""
    if (source.path, source.line) == (step.span.path, step.span.line):
        return f"# daft-lint: partitions=... with `{step.method}` on a line of its own"
    return f"# daft-lint: partitions=... on {step.span.line_from(here)}"


def measures_of(factors: Sequence[Factor], work: WorkPrediction) -> Iterator[str]:
    """The commands that find out how many rows and partitions there are."""
    if Factor.ROWS in factors or Factor.PARTITIONS in factors:
        if work.source.location is not None:
            yield "--read-metadata"
        yield f"daft-lint live {work.source.span.path}"
