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

_BEGIN, _END = "<!-- what was measured -->", "<!-- end of what was measured -->"


def page(before: str, versions: str, text: str) -> str:
    """The page with what was measured today, with such versions, in the place of what it had."""
    head, _, rest = before.partition(_BEGIN)
    day = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    measured = f"Last measured {day}: {versions}.\n\n{text.rstrip()}"
    return f"{head}{_BEGIN}\n{measured}\n{_END}{rest.partition(_END)[2]}"


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
