"""Writes `docs/model-accuracy.md`, and `docs/data/model-accuracy.csv`, from outcomes."""

from __future__ import annotations

import csv
import datetime
import io
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from random_shapes import IN_TASK, OTHER_POOL, kind_of
from recording import Recorded
from scoring import ALIKE, INSIDE, LATE, NEAR, PUNCTUAL, WIDTH, Outcome, score

from daft_lint.verification.shape import Shape, StepKind, StepShape, UdfShape, udfs_of

_HEAD = """# How accurate the model is

A finding predicts how many actors will idle and how much of a pool will be used. `daft-lint plan`
predicts the rows of each actor, and the time. This page says how often such predictions came true.

Scheduling is partly random: which of several free workers gets a task, which workers hold the
actors that don't divide evenly, which actor a worker starts with. So daft-lint simulates many runs.
It reports an interval that holds the idle actors of nine runs of ten, and one likely run.

## Results

The benchmark draws 200 pipelines at random and runs each of them once on a local Ray cluster.
Last measured {day}: {versions}.

![Predicted and observed makespan of each pipeline](images/model-accuracy.svg)

Each dot is a pipeline. On the line, it took as long as predicted; red dots are more than 15% away.

"""

_READING = f"""
## How to read the results

- **Idle**: the number of actors that got no row lies in the 90% interval. The interval should be
  at most half an actor wide on average.
- **Rows**: sort the actors by their rows. Each got what the likely run gives it, within one morsel
  (the largest of the run). Shapes with a `repartition` don't count here: chance or the keys decide
  the sizes of their tasks.
- **Makespan**: the time from the start of the pool's first morsel to the end of its last is within
  {100 * LATE:.0f}% of the expected time. With two UDFs in a row, it is the makespan of the watched
  pool.
- **By the model's own odds**: the score of a perfect model, one that misses only what chance
  decides. Each shape runs once, and a random choice may go the other way next time. Example: two
  actors on four workers, and one task. If the task lands on a worker with an actor, it uses that
  actor, else both.

## What is drawn

Each row of a UDF sleeps. The sleep is so long that a perfectly used pool takes 0.5 to 2 seconds.

- **Source**: 200 to 4,000 rows, in one partition (half of the shapes) or in 2 to 16. Some shapes
  have a `limit`.
- **Steps**: nothing, `into_partitions`, or a random or hash `repartition` into 1 to 16. Then, in
  three shapes of ten, `into_batches` of 10 to 1,000 rows.
- **Pool**: 1 to 8 actors, and a `batch_size` of 10 to 1,000. One shape of five leaves it unset.

Of twenty shapes,

- twelve have one pool on 1 to 4 workers with 8 logical CPUs each;
- three have one pool on workers with 2 or 3 CPUs, where tasks wait for a CPU;
- three have two UDFs in a row on workers with 8 CPUs: two pools, or a pool and a UDF without a
  pool, in either order. `into_batches` or `into_partitions` may stand between them;
- two have unequal workers: their CPUs differ, or the pool asks for GPUs that only some have.

Each actor is watched from outside. The prediction knows nothing of the run.

## How the model was fitted

A prediction includes overheads: the cost of a task and of a morsel on a local cluster
(`daft_lint/scheduling/simulation/replay_costs.py`). They were fitted to runs of other seeds, with
`benchmarks/fit_costs.py`.

Seeds 101 and 102, 100 shapes each, ran while the model was made: idle 99 of 100 and 99 of 100,
makespan 96 and 90. Seed 301 was the first one that the model had not seen, on a quiet machine: idle
200 of 200, rows 92 of 104, makespan 178 of 200, two too few. Tasks cost less there than on the busy
machine of the earlier seeds. The costs were corrected, and measured again with the seed above.

## Measure it yourself

```sh
pip install -e '.[verify]'
python benchmarks/model_accuracy.py --seed {{seed}} --record runs.jsonl --write
```

That writes this page and its data file.
"""


def page(versions: str, text: str) -> str:
    """The whole page: what was measured, with which versions, and a report."""
    day = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    seed = text.partition("Seed ")[2].partition(":")[0] or "1"
    reading = _READING.format(seed=seed.replace(",", ""))
    return f"{_HEAD.format(day=day, versions=versions)}{text.rstrip()}\n{reading}"


def report(outcomes: Sequence[Outcome], failures: Sequence[Recorded]) -> str:
    """The score in Markdown: of all shapes, of each kind, and how many missed what."""
    seeds = sorted(
        {outcome.run.seed for outcome in outcomes} | {failure.seed for failure in failures}
    )
    lines = [
        f"Seed {', '.join(map(str, seeds))}: {len(outcomes)} shapes.",
        "",
        *_targets(outcomes),
        "",
        *(f"- not compared: {described(failure.shape)}: {failure.failure}" for failure in failures),
        *([""] if failures else []),
        *_kinds(outcomes),
        "",
        _missed(outcomes),
    ]
    return "\n".join(lines) + "\n"


def _missed(outcomes: Sequence[Outcome]) -> str:
    kinds = Counter(kind for outcome in outcomes for kind in outcome.missed)
    reported = ", ".join(f"{kind} {times}" for kind, times in kinds.most_common())
    some = sum(bool(outcome.missed) for outcome in outcomes)
    return (
        f"Shapes that missed something: {some} of {len(outcomes)}"
        f"{f' ({reported})' if reported else ''}.\n"
        "[Every shape is in a CSV file](data/model-accuracy.csv), with what was predicted and seen."
    )


def table(outcomes: Iterable[Outcome]) -> str:
    """Every shape in CSV: predicted and seen. The rows of actors are given where one missed."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for outcome in outcomes:
        wanted = outcome.expected
        rows = (_rows(wanted.rows), _rows(outcome.rows)) if outcome.missed else ("", "")
        writer.writerow(
            (
                f"{outcome.run.seed}/{outcome.run.number}",
                described(outcome.shape),
                wanted.idle_low,
                wanted.idle_high,
                outcome.observed.idle,
                f"{wanted.makespan:.2f}",
                f"{outcome.observed.makespan:.2f}",
                ", ".join(outcome.missed),
                *rows,
            )
        )
    return text.getvalue()


_COLUMNS = (
    "run",
    "shape",
    "idle actors predicted, least",
    "idle actors predicted, most",
    "idle actors seen",
    "seconds expected",
    "seconds seen",
    "missed",
    "rows of actors expected",
    "rows of actors seen",
)


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
    for outcome in outcomes:
        found.setdefault(division(outcome.shape), []).append(outcome)
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


def _rows(rows: Iterable[float]) -> str:
    return " ".join(str(round(row)) for row in rows)


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
    reported = []
    for (cpus, gpus), workers in kinds.items():
        has = f"{workers} x {cpus} CPUs"
        reported.append(f"{has} and {gpus} GPUs" if gpus else has)
    return " + ".join(reported)


def _udf(udf: UdfShape, *, watched: bool) -> str:
    batch = "batch_size unset" if udf.batch_size is None else f"batch_size {udf.batch_size}"
    pace = f"{1000 * udf.row_seconds:.1f} ms a row"
    if udf.concurrency is None:
        return f"UDF in the task ({batch}, {pace})"
    each = " with a GPU" if udf.gpus else ""
    actors = f"{udf.concurrency} actor{'' if udf.concurrency == 1 else 's'}{each}"
    return f"{actors} ({batch}, {pace})" if watched else f"other pool of {actors} ({batch}, {pace})"


_SIZE, _MARGIN = 400, 46
_PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img"
  aria-label="{label}">
<style>
text {{ font: 12px system-ui, sans-serif; fill: #333 }}
line {{ stroke: #bbb }}
circle {{ fill: #3f51b5; fill-opacity: .45 }}
.missed {{ fill: #d32f2f; fill-opacity: .8 }}
</style>
<rect width="{size}" height="{size}" fill="#fff"/>
{marks}
</svg>
"""


def picture(shapes: str) -> str:
    """The seconds expected and seen of the shapes of a CSV file, as a plot in SVG."""
    rows = list(csv.DictReader(io.StringIO(shapes)))
    pairs = [(float(row["seconds expected"]), float(row["seconds seen"])) for row in rows]
    most = math.ceil(max(max(pair) for pair in pairs))

    def x(seconds: float) -> float:
        return round(_MARGIN + seconds / most * (_SIZE - 2 * _MARGIN), 1)

    def y(seconds: float) -> float:
        return round(_SIZE - x(seconds), 1)

    marks = [f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(most)}" y2="{y(most)}"/>']
    for seconds in range(most + 1):
        marks += [
            f'<line x1="{x(seconds)}" y1="{y(0)}" x2="{x(seconds)}" y2="{y(0) + 5}"/>',
            f'<line x1="{x(0)}" y1="{y(seconds)}" x2="{x(0) - 5}" y2="{y(seconds)}"/>',
            f'<text x="{x(seconds)}" y="{y(0) + 19}" text-anchor="middle">{seconds}</text>',
            f'<text x="{x(0) - 9}" y="{y(seconds) + 4}" text-anchor="end">{seconds}</text>',
        ]
    for row, (expected, seen) in zip(rows, pairs, strict=True):
        missed = ' class="missed"' if "makespan" in row["missed"] else ""
        marks.append(f'<circle{missed} cx="{x(expected)}" cy="{y(seen)}" r="3.5"/>')
    marks += [
        f'<text x="{_SIZE / 2}" y="{_SIZE - 8}" text-anchor="middle">seconds predicted</text>',
        f'<text x="{x(0)}" y="{_MARGIN - 16}" text-anchor="middle">seconds seen</text>',
    ]
    label = f"Predicted and observed makespan of {len(rows)} pipelines"
    return _PICTURE.format(size=_SIZE, label=label, marks="\n".join(marks))
