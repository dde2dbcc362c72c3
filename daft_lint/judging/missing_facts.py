"""The facts that open work lacks: what isn't known, how to tell it, and what finds it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from daft_lint.daft_api.countable_sources import is_countable
from daft_lint.modules.command_line import required_arguments
from daft_lint.plan.pipeline import EARLIER_ROUNDS, UNKNOWN_STEPS, Operator, OperatorKind, Plan
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.partitions.course import course_of, keeps_pieces
from daft_lint.scheduling.prediction.conditions import Factor
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.words import listed

if TYPE_CHECKING:
    from daft_lint.rule import Case

NO_RUNNER = "which runner it runs on"
TELL_RUNNER = 'runner = "native" or "ray" in [tool.daft-lint]'
TELL_GPUS = "gpus-per-worker = ... in [tool.daft-lint.cluster]"
TELL_DOUBTS = 'min-confidence = "possible" in [tool.daft-lint]'
_TELL_PLACES = "[[tool.daft-lint.cluster.worker-groups]] with resources = ..."
_LOOPS = (EARLIER_ROUNDS, UNKNOWN_STEPS)
_NAMED_STEPS = 3
"""So many steps are named in a sentence; the hints to add name the lines of more."""


def open_filters(plan: Plan, work: WorkPrediction) -> tuple[Operator | None, tuple[Operator, ...]]:
    """The filters that decide what is left, if hints can say what each one keeps.

    And the step in front of them that cuts the rows into a known number of partitions, None where
    the source tells what comes out of it. Nothing else that decides it may stand between that and
    the work.
    """
    decided_by = work.around.unforeseen
    if decided_by is None or decided_by.kind is not OperatorKind.FILTER:
        return None, ()
    before = tuple(takewhile(lambda step: step != work.operator, plan.operators))
    cut = max((place for place, step in enumerate(before, 1) if _is_known_cut(step)), default=0)
    filters = [
        step
        for step in before[cut:]
        if step.kind is not OperatorKind.BARRIER and not step.keeps_rows
    ]
    keeps = not cut and any(keeps_pieces(step, plan.source) for step in before)
    if keeps or not filters or filters[-1] != decided_by:
        return None, ()
    # The parts of a condition are one filter.
    calls = {step.span: step for step in filters}
    lines = {(span.path, span.line) for span in calls}
    takes_hints = all(step.kind is OperatorKind.FILTER and step.takes_hints for step in filters)
    if not takes_hints or len(lines) < len(calls):
        return None, ()
    is_open = cut and course_of(plan).unforeseen(cut) >= 0
    untold = tuple(step for step in calls.values() if not step.has_row_hint)
    return before[cut - 1] if is_open else None, untold


def optional_limit(plan: Plan, work: WorkPrediction) -> WorkPrediction | None:
    """The same work at a limit that only some runs take.

    It stands in front of the filter that is asked about, or behind the source.
    """
    step = work.around.unforeseen or work.operator
    if step is not work.operator and step.kind is not OperatorKind.FILTER:
        return None
    if all(each.span != step.span for each in plan.operators):
        return None
    before = takewhile(lambda each: each.span != step.span, plan.operators)
    limits = [each for each in before if each.kind is OperatorKind.LIMIT and each.maybe]
    return work.asked_at(limits[-1]) if limits and not limits[-1].is_told else None


def _is_known_cut(step: Operator) -> bool:
    known = step.count is not None and step.count.known
    return known and step.kind in REPARTITIONS and step.takes_hints and not step.maybe


def is_beside_its_source(work: WorkPrediction) -> bool:
    """Whether partitions are cut or merged on the line of a source that isn't known.

    A hint on that line is about the source, and decides what comes of it.
    """
    source, step = work.source, work.around.unforeseen
    is_cut = step is not None and step.kind is OperatorKind.INTO_PARTITIONS
    known = source.rows.known and source.partitions.known
    return is_cut and not known and step is not None and _share_a_line(source.span, step.span)


def _share_a_line(span: Span, other: Span) -> bool:
    return (span.path, span.line) == (other.path, other.line)


def narrowing_facts(work: WorkPrediction) -> Iterator[tuple[Factor, WorkPrediction]]:
    """What isn't known of the later steps that may keep rows from some work.

    Where the tasks before a limit all start at once, it decides for pools alone. No hint tells how
    many rows an action such as `show` takes.
    """
    matters = work.unit is not Unit.WORKER or not work.dispatch.all_start
    for step in work.around.narrowing:
        if step.kind is OperatorKind.FILTER and not step.has_row_hint:
            yield Factor.KEPT, work.asked_at(step)
        elif step.kind is OperatorKind.LIMIT and not step.is_told and matters and step.number:
            yield Factor.PARTITIONS, work.asked_at(step)


def unknown_factors(work: WorkPrediction, *, natively: bool) -> Iterator[Factor]:
    """The numbers that aren't known of some work, those of its rows first."""
    before = work.partitioning
    if before.sizes is None and not before.count.known:
        yield Factor.PARTITIONS
    if before.sizes is None and not before.rows.known:
        yield Factor.ROWS
    if not (work.load.workers.known or work.anywhere):
        yield Factor.WORKERS
    if work.unit is not Unit.WORKER and not work.actors.known:
        yield Factor.CONCURRENCY
    if work.cpus_per_worker is None and not natively:
        yield Factor.CPUS
    in_pieces = not (before.pieces.known or work.batch_size.known)
    if in_pieces and work.call.udf.batch_size is None:
        yield Factor.BATCH_SIZE


def places_missing(work: WorkPrediction) -> tuple[str, str]:
    """What isn't known of where actors stand, and how to tell it; empty where no setting can.

    Groups of workers say who has a resource, and nothing of what else decides.
    """
    name, placement = f"`{work.call.udf.name}`", work.call.udf.placement
    where = f"which workers `ray_options` put {name} on"
    if placement is not None and placement.more:
        return f"{where} (no setting tells that)", ""
    return where, _TELL_PLACES


def each_source(factor: Factor, work: WorkPrediction) -> list[WorkPrediction]:
    """Some work with each source that a fact isn't known of; itself if ways meet in front of it."""
    known = {Factor.ROWS: "rows", Factor.PARTITIONS: "partitions"}.get(factor)
    if known is None or work.around.unforeseen is not None:
        return [work]
    lacking = (each for each in work.source.either if not getattr(each, known).known)
    return [replace(work, source=each) for each in lacking] or [work]


def missing_facts(lacking: Iterable[tuple[Factor, WorkPrediction]]) -> list[str]:
    """The facts that aren't known: partitions and rows of one place are one question."""
    found = [(factor, work, _missing_fact(factor, work)) for factor, work in lacking]
    asked = [text for _, _, text in found]
    for factor, work, rows in found:
        partitions, both = _of_both(work)
        if factor is Factor.ROWS and partitions in asked:
            asked[asked.index(partitions)] = both
            asked.remove(rows)
    return asked


def asked_elsewhere(work: WorkPrediction) -> Iterator[tuple[Factor, WorkPrediction]]:
    """What isn't known in runs that leave out the last step, which only some take."""
    is_sought = None in work.around.unforeseen_elsewhere
    for step in work.around.unforeseen_elsewhere:
        run = work.asked_at(step)
        if step is None:
            yield from _asked_of_sources(run, left_out=work.around.unforeseen)
        elif step.kind is OperatorKind.FILTER and is_sought:
            yield Factor.KEPT, run
        else:
            yield Factor.ROWS, run


def _asked_of_sources(
    run: WorkPrediction, left_out: Operator | None
) -> Iterator[tuple[Factor, WorkPrediction]]:
    """What isn't known of each source, but of one with the step that is `left_out` on its line."""
    for factor, known in ((Factor.PARTITIONS, "partitions"), (Factor.ROWS, "rows")):
        for each in each_source(factor, run):
            here = left_out is not None and _share_a_line(each.source.span, left_out.span)
            if not here and not getattr(each.source, known).known:
                yield factor, each


def with_or_without(work: WorkPrediction) -> str:
    """`` (with `limit` on line 3 or without)``, of the step that is asked about."""
    step = work.around.unforeseen
    return "" if step is None else f" (with {_step_of(step)} on {_line_of(step, work)} or without)"


def missing_elsewhere(
    elsewhere: Sequence[tuple[Factor, WorkPrediction]], without: Operator | None
) -> list[str]:
    """Those facts in words, as in `for runs without X on line 5, how many rows there are after Y`.

    They are about runs `without` the last step; None: about those that take these steps.
    """
    of_sources = missing_facts(each for each in elsewhere if each[1].around.unforeseen is None)
    runs = [each for each in elsewhere if each[1].around.unforeseen is not None]
    kept = [f"what {_filter_of(run)} keeps" for factor, run in runs if factor is Factor.KEPT]
    after = [
        f"{_step_of(step)} on {_line_of(step, run)}"
        for factor, run in runs
        if (step := run.around.unforeseen) is not None and factor is not Factor.KEPT
    ]
    if len(after) > _NAMED_STEPS:
        after = [f"each of the {len(after)} steps in front of it"]
    facts = kept + ([f"how many rows there are after {listed(after)}"] if after else [])
    if not facts:
        return of_sources
    asked = " and ".join(facts)
    if without is None:
        return [*of_sources, f"{asked}, in runs that take {'it' if len(runs) == 1 else 'them'}"]
    place = without.span.line_from(elsewhere[0][1].call.span)
    return [*of_sources, f"for runs without {_step_of(without)} on {place}, {asked}"]


def _of_both(work: WorkPrediction) -> tuple[str, str]:
    """The question for the partitions where rows are asked for, and the one for both numbers."""
    step, place = work.around.unforeseen, _source_of(work)
    if step is None:
        how_read = _setting_of(work)
        return (
            f"how many partitions {place} makes{how_read}",
            f"how many partitions and rows {place} has{how_read}",
        )
    here = f"{_step_of(step)} on {_line_of(step, work)}"
    made = _made_by(step, work)
    if made is None and step.kind in REPARTITIONS:
        made_here = f"how many partitions {here} makes"
        return made_here, f"{made_here}, and how many rows there are"
    those = "partitions" if made is None else f"of the {made} partitions"
    if step.keeps_rows:
        reach = f"how many rows reach {here}, and in how many {those}"
        return _partitions_missing(work), reach
    if step.span == work.operator.span:
        made_here = f"how many rows {here} makes"
        return _partitions_missing(work), f"{made_here}, and in how many {those} its groups are"
    return (
        f"how many {those} have rows after {here}",
        f"how many rows there are after {here}, and in how many {those}",
    )


def _missing_fact(factor: Factor, work: WorkPrediction) -> str:
    """The fact that isn't known, as in `how many rows daft.from_pylist on line 3 has`."""
    name = f"`{work.call.udf.name}`"
    match factor:
        case Factor.WORKERS:
            return "how many workers the cluster has"
        case Factor.CPUS:
            return "how many CPUs a worker has"
        case Factor.CONCURRENCY:
            return f"how many {work.unit.plural} {name} has"
        case Factor.BATCH_SIZE:
            if work.call.udf.batch_size is None:
                return f"how many rows {name} gets at a time, as no batch_size is set"
            return f"the batch_size of {name}"
        case Factor.ROWS:
            step = work.around.unforeseen
            if step is not None and _takes_hints(step) and step.kind not in REPARTITIONS:
                return f"how many rows there are after {_step_of(step)} on {_line_of(step, work)}"
            return f"how many rows {_source_of(work)} has"
        case Factor.KEPT:
            return f"what share of the rows {_filter_of(work)} keeps"
        case Factor.PARTITIONS:
            return _partitions_missing(work)


def _partitions_missing(work: WorkPrediction) -> str:
    step, count = work.around.unforeseen, work.partitioning.count
    span = work.source.span if step is None else step.span
    name = _in_code(work.source.name) if step is None else _step_of(step)
    place = f"{name} on {span.line_from(work.call.span) if step is None else _line_of(step, work)}"
    behind = "" if step is None else f" after {place}"
    is_known = step is not None or work.source.partitions.known
    if step in work.around.narrowing:
        return f"how many partitions {place} needs before it stops the rest"
    taken_by = work.around.taken_by
    if taken_by is not None and taken_by is not step and is_known:
        limit = f"`{taken_by.method}` on {taken_by.span.line_from(work.call.span)}"
        return f"how many partitions {limit} takes its rows from"
    if _is_cut_by_values(work):
        return f"how evenly {place} fills its {count} partitions (it cuts a range of values)"
    made = _made_by(step, work)
    if made is not None and is_known:
        return f"how many of the {made} partitions have rows{behind}"
    if step is None or step.kind in REPARTITIONS:
        return f"how many partitions {place} makes{_setting_of(work) if step is None else ''}"
    return f"how many partitions have rows{behind}"


def _source_of(work: WorkPrediction) -> str:
    """`daft.from_pylist on line 3`."""
    return f"{_in_code(work.source.name)} on {work.source.span.line_from(work.call.span)}"


def _line_of(step: Operator, work: WorkPrediction) -> str:
    """The line of a step, with why it is asked about where its place doesn't show that."""
    line = step.span.line_from(work.call.span)
    if step.method == UNKNOWN_STEPS:
        return f"{line} (its steps are out of sight)"
    if step.number > work.operator.number > 0 and step not in work.around.narrowing:
        return f"{line} (Daft runs it first)"
    return line


def _step_of(step: Operator) -> str:
    """A step as code; a repartition with the expression that its number comes from."""
    if step.method in _LOOPS:
        return "the loop" if step.method == UNKNOWN_STEPS else "the earlier rounds of the loop"
    number = f"({step.code})" if step.kind in REPARTITIONS and step.code else ""
    return f"`{step.method}{number}`"


def _takes_hints(step: Operator) -> bool:
    """Whether a hint can say what there is behind a step, in the runs that take it."""
    return step.is_call or step.method in _LOOPS


def _setting_of(work: WorkPrediction) -> str:
    """The setting of Daft that decides how the files of a source are read, in brackets."""
    source = work.source
    origins = source.partitions.origins if source.name.startswith("daft.read_") else ()
    return next((f" ({each.text})" for each in origins if each.text.endswith(" is set")), "")


def _filter_of(work: WorkPrediction) -> str:
    found = work.around.unforeseen
    if found is None or found.kind is not OperatorKind.FILTER:
        return "the filter"
    after = " (Daft may run it first)" if found in work.around.narrowing else ""
    return f"`{found.method}` on {found.span.line_from(work.call.span)}{after}"


def _in_code(name: str) -> str:
    """A name as code; that of a parameter says so itself."""
    return name if "`" in name else f"`{name}`"


def answer_to(factor: Factor, work: WorkPrediction) -> str:
    """How to tell daft-lint a fact; empty where no hint can."""
    match factor:
        case Factor.WORKERS | Factor.CPUS:
            key = "workers" if factor is Factor.WORKERS else "cpus-per-worker"
            return f"{key} = ... in [tool.daft-lint.cluster]"
        case Factor.CONCURRENCY | Factor.BATCH_SIZE:
            key = "concurrency" if factor is Factor.CONCURRENCY else "batch-size"
            return f"# daft-lint: {key}=... on {work.call.span.shown_line}"
        case Factor.KEPT:
            step = work.around.unforeseen
            span = work.source.span if step is None else step.span
            return f"# daft-lint: keeps=... on {span.line_from(work.call.span)}"
        case Factor.PARTITIONS if _is_cut_by_values(work):
            line = work.source.span.line_from(work.call.span)
            return f'partition_bound_strategy="percentile" on {line}, where the database has it'
        case Factor.ROWS | Factor.PARTITIONS:
            return _answer_in_code(work)


def _made_by(step: Operator | None, work: WorkPrediction) -> Quantity | None:
    """The partitions that a step, or the source, makes, with rows or without; None: unknown."""
    asked = step.count if step is not None and step.kind in REPARTITIONS else None
    made = work.partitioning.count if asked is None else asked
    return made if made.known else None


def _is_cut_by_values(work: WorkPrediction) -> bool:
    """Whether all that isn't known of the partitions is how evenly a column's values lie."""
    return work.around.unforeseen is None and work.source.uneven and work.partitioning.count.known


def _answer_in_code(work: WorkPrediction) -> str:
    """A hint at the source, or at the last step with an unknown outcome, if there is one."""
    source, step = work.source.span, work.around.unforeseen
    fixed = step is None and work.source.has_fixed_partitions
    hint = f"# daft-lint: {'' if fixed else 'partitions=..., '}rows=..."
    if step is None:
        return f"{hint} on {source.line_from(work.call.span)}"
    if not _takes_hints(step):
        return ""
    sources = [source, *(other.source.span for other in step.inputs)]
    sources += [each.span for each in work.source.either]
    if any(_share_a_line(span, step.span) for span in sources):
        return f"{hint} on the line of `{step.method}`, once it has a line of its own"
    return f"{hint} on {step.span.line_from(work.call.span)}"


def measures_of(factors: Sequence[Factor], work: WorkPrediction, case: Case) -> Iterator[str]:
    """The commands that find out how many rows and partitions there are."""
    if {Factor.ROWS, Factor.PARTITIONS, Factor.KEPT} & set(factors):
        location = work.source.location
        if location is not None and is_countable(location) and work.around.unforeseen is None:
            yield f"daft-lint --read-metadata {work.call.span.path}"
        yield from live_commands(case)


def live_commands(case: Case) -> Iterator[str]:
    """What runs the program of a case in a dry run, if a run of it gets there.

    Notebooks and Markdown are no scripts. What a program can't run without is left to be filled in.
    """
    path = case.started_by
    document = None if path is None else case.project.document(path)
    if path is None or not path.endswith(".py"):
        return
    arguments = () if document is None else required_arguments(document.text)
    yield " ".join(("daft-lint live", path, *(("--", *arguments) if arguments else ())))
