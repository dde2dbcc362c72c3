"""Writes `docs/model-accuracy.md` from outcomes."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from random_shapes import IN_TASK, OTHER_POOL, kind_of
from recording import Recorded
from scoring import ALIKE, INSIDE, LATE, PUNCTUAL, WIDTH, Outcome, score

from daft_lint.scheduling.distribution import NEAR
from daft_lint.verification.shape import Shape, StepKind, StepShape, UdfShape, udfs_of

_HEAD = """# How accurate the model is

A finding says how many actors will idle, and how much of the pool will be used; `daft-lint plan`
says what each actor will do, and how long it takes. Scheduling is random: which of several free
workers gets a task, which workers hold the actors that don't divide evenly, where a worker's
dispatch starts. So a prediction is a distribution, made of simulated runs: an interval that holds
the idle actors of nine runs of ten, and a likely run.

`benchmarks/model_accuracy.py` draws 200 pipelines at random and runs each once on a real local Ray
cluster, with UDFs that sleep for each row:

- 200 to 4,000 rows in one partition (half of them) or 2 to 16; some are cut by a `limit`
- nothing, `into_partitions`, a random or a hash `repartition` into 1 to 16; then, for three of ten,
  `into_batches` of 10 to 1,000 rows
- a pool of 1 to 8 actors, `batch_size` of 10 to 1,000, or unset (one of five)
- rows that sleep so long that a perfectly used pool takes 0.5 to 2 seconds

Of twenty shapes,

- twelve are one pool on 1 to 4 workers of 8 logical CPUs
- three are one pool on workers of 2 or 3 CPUs, where tasks wait for a CPU
- three have two UDFs in a row on workers of 8 CPUs: two pools, or a pool and a UDF without
  concurrency, which runs inside the tasks; either may be the first, and into_batches or
  into_partitions may stand between them
- two run on unequal workers: different CPUs, or a pool that asks for GPUs which only some have

Each actor is watched from outside, and what it did is compared with the prediction, which knows
nothing of the run.

    pip install -e .[verify]
    python benchmarks/model_accuracy.py --seed {seed} --record runs.jsonl --write
"""

_READING = f"""
## How to read it

- **Idle**: as many actors of the pool got no row as the 90% interval says. The interval should be
  at most half an actor wide on average.
- **Rows**: the actors, ordered by their rows, got what a likely run gives them, each within one
  morsel, the largest of the run. Shapes with a `repartition` don't count: chance or the keys decide
  the sizes of their tasks.
- **Makespan**: the time from the start of the pool's first morsel to the end of its last is within
  {100 * LATE:.0f}% of the expected one. Where two UDFs stand in a row it is that of the watched
  pool.
- **Overheads** are part of the prediction: the costs of a task and of a morsel on a local cluster
  (`daft_lint/scheduling/replay_costs.py`). They were chosen for the runs of other seeds, with the
  help of `benchmarks/fit_costs.py`.
- Each shape runs once, and what is random may go another way the next time. **By the model's own
  odds** is what a model hits on average that knows everything but what chance decides. Take two
  actors on four workers and one task: if the task lands on a worker with an actor, it uses that
  one, else both.
- Seeds 101 and 102, 100 shapes each, ran while the model was made: idle 99 of 100 and 99 of 100,
  makespan 96 and 90. Seed 301 was the first fresh one, on a machine that did nothing else: idle 200
  of 200, rows 92 of 104, makespan 178 of 200, two too few. Tasks cost less there than on the busy
  machine of the seeds before; the costs were mended, and measured once more with the seed below.
"""


def page(versions: str, text: str) -> str:
    """The whole page: what was measured, with which versions, and a report."""
    day = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    seed = text.partition("Seed ")[2].partition(":")[0] or "1"
    head = _HEAD.format(seed=seed.replace(",", ""))
    return f"{head}\nLast measured {day}: {versions}.\n{_READING}\n{text.rstrip()}\n"


def report(outcomes: Sequence[Outcome], failures: Sequence[Recorded]) -> str:
    """Everything in Markdown: the score, that of each kind of shape, the misses, and all shapes."""
    seeds = sorted({one.run.seed for one in outcomes} | {one.seed for one in failures})
    missed = [one for one in outcomes if one.missed]
    lines = [
        "## Results",
        "",
        f"Seed {', '.join(map(str, seeds))}: {len(outcomes)} shapes.",
        "",
        *_targets(outcomes),
        "",
        *(f"- not compared: {described(one.shape)}: {one.failure}" for one in failures),
        *([""] if failures else []),
        *_kinds(outcomes),
        "",
        "## What was missed",
        "",
        *_misses(missed),
        "",
        "## All shapes",
        "",
        *_everything(outcomes),
    ]
    return "\n".join(lines) + "\n"


def _targets(outcomes: Sequence[Outcome]) -> list[str]:
    found = score(outcomes)
    return [
        "| what | wanted | by the model's own odds | measured |",
        "| --- | ---: | ---: | ---: |",
        f"| idle actors lie in the 90% interval | {INSIDE:.0%} | 90% or more "
        f"| {_share(found.inside, found.shapes)} |",
        f"| mean width of the interval, in actors | {WIDTH} or less | | {found.width:.2f} |",
        f"| every actor's rows within one morsel, where chance leaves the tasks alone "
        f"| {ALIKE:.0%} | | {_share(found.alike, found.compared)} |",
        f"| makespan within {100 * LATE:.0f}% | {PUNCTUAL:.0%} | {found.odds:.1%} "
        f"| {_share(found.punctual, found.shapes)} |",
        "| makespan lies in the 90% interval | | 90% or more "
        f"| {_share(found.ranged, found.shapes)} |",
        f"| utilisation within {NEAR:.2f} of the typical one | | "
        f"| {_share(found.used, found.shapes)} |",
    ]


def _share(hits: int, of: int) -> str:
    return f"{hits / of:.1%} ({hits} of {of})" if of else "-"


def _kinds(outcomes: Sequence[Outcome]) -> list[str]:
    """The score of each kind of shape, and of what makes its tasks."""
    lines = [
        "| shapes | number | idle | mean width | rows | makespan |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for division in (_kind, _task_maker):
        for name, some in _divided(outcomes, division).items():
            found = score(some)
            cells = [
                name,
                str(found.shapes),
                _percent(found.inside, found.shapes),
                f"{found.width:.2f}",
                _percent(found.alike, found.compared),
                _percent(found.punctual, found.shapes),
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def _percent(hits: int, of: int) -> str:
    return f"{hits / of:.0%}" if of else "-"


def _divided(
    outcomes: Iterable[Outcome], division: Callable[[Shape], str]
) -> Mapping[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = {}
    for one in outcomes:
        found.setdefault(division(one.shape), []).append(one)
    return dict(sorted(found.items()))


def _kind(shape: Shape) -> str:
    names = {udf.name for udf in udfs_of(shape.plan)}
    if OTHER_POOL in names:
        return "two pools in a row"
    if IN_TASK in names:
        return "a pool and a UDF inside the tasks"
    if any(gpus for _, gpus in shape.cluster.each):
        return "unequal workers, some with GPUs"
    return kind_of(shape).value


def _task_maker(shape: Shape) -> str:
    """The step that decides how many tasks the watched pool has, and how large they are."""
    for step in reversed(_before_watched(shape)):
        if not step.udfs and step.kind is not StepKind.LIMIT:
            return f"tasks made by {step.kind.value}"
    return "tasks made by the source"


def _before_watched(shape: Shape) -> Sequence[StepShape]:
    steps: list[StepShape] = []
    for step in shape.plan.steps:
        if shape.udf in step.udfs:
            break
        steps.append(step)
    return steps


def _misses(outcomes: Sequence[Outcome]) -> list[str]:
    if not outcomes:
        return ["Nothing."]
    lines = [
        "| shape | idle: predicted | seen | rows: expected | seen "
        "| seconds: expected | seen | missed |",
        "| --- | ---: | ---: | --- | --- | ---: | ---: | --- |",
    ]
    for one in outcomes:
        wanted = one.expected
        cells = [
            f"{one.run.seed}/{one.run.number}: {described(one.shape)}",
            _interval(one),
            str(one.observed.idle),
            _rows(wanted.rows),
            _rows(one.rows),
            f"{wanted.makespan:.2f}",
            f"{one.observed.makespan:.2f} ({one.late:+.0%})",
            ", ".join(one.missed),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _everything(outcomes: Sequence[Outcome]) -> list[str]:
    """A line for each shape, folded up; Markdown would not be read inside."""
    lines = [
        "<details>",
        "<summary>Idle actors predicted and seen, seconds expected and seen, and the shape"
        "</summary>",
        "<pre>",
    ]
    lines += [
        escape(
            f"{_interval(one):>6} {one.observed.idle:>2} {one.expected.makespan:>6.2f} "
            f"{one.observed.makespan:>6.2f}  {described(one.shape)}",
            quote=False,
        )
        for one in outcomes
    ]
    return [*lines, "</pre>", "</details>"]


def _interval(one: Outcome) -> str:
    low, high = one.expected.idle_low, one.expected.idle_high
    return f"{low}" if low == high else f"{low} to {high}"


def _rows(rows: Iterable[float]) -> str:
    return " ".join(f"{round(one):,}" for one in rows)


def described(shape: Shape) -> str:
    """A shape in one line."""
    plan = shape.plan
    parts = [_workers(shape), f"{plan.rows:,} rows in {plan.partitions}"]
    for step in plan.steps:
        if step.udfs:
            parts += [_udf(udf, watched=udf.name == shape.watched) for udf in step.udfs]
        else:
            parts.append(f"{step.kind.value} {step.count:,}")
    return ", ".join(parts)


def _workers(shape: Shape) -> str:
    size = shape.cluster
    kinds: dict[tuple[int, int], int] = {}
    for each in size.each:
        kinds[each] = kinds.get(each, 0) + 1
    told = []
    for (cpus, gpus), workers in kinds.items():
        has = f"{workers} x {cpus} CPUs"
        told.append(f"{has} and {gpus} GPUs" if gpus else has)
    return " + ".join(told)


def _udf(udf: UdfShape, *, watched: bool) -> str:
    batch = "batch_size unset" if udf.batch_size is None else f"batch_size {udf.batch_size}"
    pace = f"{1000 * udf.row_seconds:.1f} ms a row"
    if udf.concurrency is None:
        return f"UDF in the task ({batch}, {pace})"
    each = " with a GPU" if udf.gpus else ""
    actors = f"{udf.concurrency} actor{'' if udf.concurrency == 1 else 's'}{each}"
    return f"{actors} ({batch}, {pace})" if watched else f"other pool of {actors} ({batch}, {pace})"
