"""`daft-lint plan`: what will actors and workers do, and which numbers should be used instead?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.numbers import Count, NamedSeconds, Share, Size, Unsettable
from daft_lint.cli.option_groups import output_options
from daft_lint.cli.options import SettingsFinder, paths_argument, settings_options
from daft_lint.cli.output_files import require_no_source, require_writable
from daft_lint.cli.plan_options import (
    MOST_ACTORS,
    MOST_TASKS,
    TUNABLES,
    PlanOptions,
    require_real,
    taken_from,
)
from daft_lint.cli.plan_picture import picture, require_picture, write_picture
from daft_lint.cli.reading import Purpose, read_cases
from daft_lint.cli.terminal import print_message, style_for, write_output
from daft_lint.judging.run_context import recorded_of, selected_runner
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.reporting.phrases import unfinished as unfinished_notes
from daft_lint.reporting.planning import FORMATS, renderer
from daft_lint.words import listed

if TYPE_CHECKING:
    from daft_lint.plan.bound import Bound
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.planning.planner import PlannedPipeline, PlannedPool
    from daft_lint.scheduling.prediction.predict import WorkPrediction
    from daft_lint.settings import Settings

# Planning selects no rule and no finding.
_LISTS_OF_RULES = ("select", "ignore", "extend_select")
_LEVELS = ("min_confidence", "min_severity")

_MOST_NAMES = 6
_TELL_WORKERS = ": Ray isn't selected, so set --workers to plan it for a cluster"


def _without_rules(command: click.Command) -> click.Command:
    unwanted = (*_LISTS_OF_RULES, *_LEVELS)
    command.params = [param for param in command.params if param.name not in unwanted]
    return command


@_without_rules
@click.command(
    name="plan",
    cls=Command,
    common=(
        "workers",
        "rows",
        "partitions",
        "concurrency",
        "batch_size",
        "row_seconds",
        "cost_per_worker_hour",
        "keep",
        "plot",
        "output_format",
        "verbose",
    ),
    short_help="Predict pools and workers, and suggest better numbers.",
    examples=(
        ("daft-lint plan src/embed.py --workers 8", "The pipelines of a file, on 8 workers."),
        ("daft-lint plan --rows 1e9 --workers 64 --concurrency 512", "Numbers alone."),
        ("daft-lint plan src --row-seconds Embed=25ms", "With a measured time per row."),
        ("daft-lint plan src --keep batch_size --plot plan.svg", "A picture, keeping one number."),
    ),
)
@paths_argument
@click.option(
    "--rows", type=Count(), metavar="N", help="Rows of the source, such as 1e9, 25k or 1_000_000."
)
@click.option(
    "--partitions",
    type=Count(most=MOST_TASKS),
    metavar="N",
    help="Partitions that reach the UDF, or the into_batches before it.",
)
@click.option(
    "--into-batches",
    type=Count(),
    metavar="N",
    help="Batch size of an into_batches right before the pool.",
)
@click.option(
    "--batch-size", type=Unsettable(), metavar="N", help="batch_size of the UDF, or `unset`."
)
@click.option(
    "--concurrency", type=Count(most=MOST_ACTORS), metavar="N", help="Actors in the pool."
)
@click.option("--cpus-per-actor", type=Share(), metavar="N", help="CPUs per actor.")
@click.option("--gpus-per-actor", type=Share(), metavar="N", help="GPUs per actor.")
@click.option("--udf", metavar="NAME", help="Plan only this UDF or expression.")
@click.option(
    "--row-seconds",
    type=NamedSeconds(),
    metavar="[NAME=]TIME",
    multiple=True,
    help="Time per row, for all UDFs or one: 0.01 or Embed=25ms. Default: 10ms.",
)
@click.option(
    "--keep",
    type=click.Choice(TUNABLES),
    multiple=True,
    help="Leave this setting unchanged. Repeatable.",
)
@click.option(
    "--allow",
    type=click.Choice(("concurrency",)),
    multiple=True,
    help="Let the plan also change the concurrency, which it normally keeps.",
)
@click.option(
    "--most-actors",
    type=Count(most=MOST_ACTORS),
    metavar="N",
    help="With --allow concurrency: suggest at most this many actors.",
)
@click.option(
    "--largest-batch",
    type=Count(),
    metavar="N",
    help="Suggest no batch_size above this, such as the rows that fit on a GPU.",
)
@click.option(
    "--worker-memory",
    type=Size(),
    metavar="SIZE",
    help="Memory of a worker for rows, such as 64GiB. Needs --row-bytes.",
)
@click.option("--row-bytes", type=Size(), metavar="SIZE", help="Memory per row, such as 2MB.")
@settings_options
@output_options(FORMATS, "the plan", "text")
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Plot utilisation against partitions and batch_size: FILE.svg or FILE.png.",
)
@click.option("-v", "--verbose", is_flag=True, help="Show each assumption.")
def command(
    paths: tuple[Path, ...],
    output_format: str,
    output_file: Path | None,
    plot: Path | None,
    color: str,
    verbose: bool,
    **options: Any,
) -> None:
    """Predict what actors and workers will do, and suggest better numbers.

    With PATHS, plan each pipeline there that has UDFs or heavy expressions; numbers given as
    options override those in the code. Without PATHS, plan an actor pool from the options alone.
    None of your code runs.
    """
    require_picture(plot, output_file)
    require_writable((output_file, plot))
    planning = taken_from(options, has_paths=bool(paths))
    finder = _finder(options, paths)
    read = () if planning.of_numbers else paths or (Path(),)
    require_no_source((output_file, plot), read, finder)
    require_real(finder.given_cluster)
    numbers = replace(planning.numbers, cluster=finder.given_cluster)
    planning = replace(planning, numbers=numbers)
    problems: list[str] = []
    notes: list[str] = []
    if planning.of_numbers:
        plans = [_of_numbers(planning, finder.for_path(Path()))]
    else:
        plans = list(_plans_of(read, planning, finder, problems, notes))
    image = None if plot is None else picture(plans, plot, problems)
    # With unread files, no text says that there is nothing to plan.
    if plans or not problems or output_format != "text" or output_file is not None:
        style = style_for(output_file, color, verbose=verbose)
        write_output(renderer(output_format)(plans, style), output_file)
    if plot is not None and image is not None:
        write_picture(image, plot)
    for problem in (*notes, *problems):
        print_message(problem)
    click.get_current_context().exit(2 if problems else 0)


def _finder(options: dict[str, Any], paths: tuple[Path, ...]) -> SettingsFinder:
    options |= dict.fromkeys(_LISTS_OF_RULES, ()) | dict.fromkeys(_LEVELS)
    return SettingsFinder.from_options(options, paths)


def _of_numbers(planning: PlanOptions, settings: Settings) -> PlannedPipeline:
    from daft_lint.planning.numbers_only import pipeline_of
    from daft_lint.planning.what_if import on_its_runner
    from daft_lint.scheduling.optimiser.native import runs_natively

    require_real(settings.cluster)
    pipeline = pipeline_of(planning.numbers)
    pipeline = replace(
        pipeline,
        cluster=settings.cluster,
        runner=selected_runner(pipeline.runner, settings),
    )
    natively = runs_natively(on_its_runner(pipeline, planning.numbers))
    if natively and planning.constraints.row_bytes is not None:
        raise click.UsageError(
            "--row-bytes and --worker-memory are for the workers of Ray: set --workers"
        )
    units = (Unit.PROCESS if natively else Unit.ACTOR,)
    return _planned(pipeline, planning, settings, units)


def _plans_of(
    paths: Sequence[Path],
    planning: PlanOptions,
    finder: SettingsFinder,
    problems: list[str],
    notes: list[str],
) -> Iterator[PlannedPipeline]:
    """The plan of each pipeline with work that is meant; why others have none goes to `notes`.

    Raises:
        click.UsageError: when there is work and none is what is asked for.
    """
    from daft_lint.planning.what_if import on_its_runner
    from daft_lint.scheduling.optimiser.native import runs_natively
    from daft_lint.scheduling.partitions.task_work import calls_of

    others: dict[str, None] = {}
    udfs: set[str] = set()
    found: set[Unit] = set()
    unfinished: list[Bound] = []
    native: list[Pipeline] = []
    read = read_cases(paths, finder, problems, unfinished, purpose=Purpose.WORK)
    for case, settings in read:
        if not case.prediction.work:
            continue
        steps = case.prediction.flow.steps
        calls = [call for step in steps for _, call in calls_of(step.operator)]
        udfs |= {name for call in calls for name in call.udf.names}
        pipeline = on_its_runner(case.pipeline, planning.numbers)
        works = case.on_native.pools if runs_natively(pipeline) else case.prediction.work
        if not works:
            native.append(pipeline)
            continue
        timed = case.prediction.work
        plan = _planned(case.pipeline, planning, settings, {work.unit for work in works}, timed)
        if plan.pools:
            found |= {pool.pool.unit for pool in plan.pools}
            yield plan
        others |= {work.call.udf.name: None for work in works}
    if native:
        notes.append(_without_cluster(native))
    notes += unfinished_notes(unfinished)
    for name, _ in planning.pricing.row_seconds_of:
        if udfs and name not in udfs:
            raise click.UsageError(f"--row-seconds: no pipeline uses `{name}`")
    if planning.numbers.udf is not None and others and not found:
        raise click.UsageError(f"--udf: no `{planning.numbers.udf}`; {_names(others)}")
    if planning.changes_actors and found == {Unit.WORKER}:
        raise click.UsageError("--concurrency: there is no pool of actors")


def _without_cluster(native: Sequence[Pipeline]) -> str:
    """Why some pipelines have no plan, with the place of the first."""
    from daft_lint.reporting.phrases import counted

    first, *others = native
    who = f"{first.plan.source.span.place}: {first.name}"
    runs = f" and {counted(len(others), 'more pipeline')} run" if others else " runs"
    tell = _TELL_WORKERS if any(pipeline.runner.taken for pipeline in native) else ""
    return f"{who}{runs} on the native runner, so there is no cluster or pool to plan{tell}"


def _names(works: Iterable[str]) -> str:
    """`there is A`, `there are A, B and 5 others`."""
    names = [f"`{name}`" for name in works]
    if len(names) == 1:
        return f"there is {names[0]}"
    shown = names if len(names) <= _MOST_NAMES else [*names[: _MOST_NAMES - 1]]
    more = len(names) - len(shown)
    return f"there are {listed([*shown, f'{more} others'] if more else shown)}"


def _planned(
    pipeline: Pipeline,
    planning: PlanOptions,
    settings: Settings,
    units: Collection[Unit],
    works: Collection[WorkPrediction] = (),
) -> PlannedPipeline:
    from daft_lint.planning.planner import Question, planned
    from daft_lint.planning.what_if import PlanningError

    pricing = planning.pricing
    recorded = recorded_of(pipeline, settings)
    if recorded is not None:
        pricing = pricing.with_recorded(recorded)
    pricing = pricing.with_light(works)
    question = Question(
        planning.numbers,
        pricing.costs,
        planning.constraints,
        settings.daft_version,
        pricing.assumptions(units, [work.call.udf for work in works]),
        pricing.row_seconds_of,
        planning.keeps_actors,
        pricing.ends,
    )
    try:
        plan = planned(pipeline, question)
    except PlanningError as error:
        raise click.UsageError(str(error)) from None
    for pool in plan.pools:
        if pool.lacks_room and planning.changes_actors:
            raise click.UsageError(_no_room(pool))
    return plan


def _no_room(planned: PlannedPool) -> str:
    room = planned.room
    if room is None:
        raise ValueError("the room isn't known")
    each = f"{room.each:,.10g} {room.resource}{'' if room.each == 1 else 's'}"
    return (
        f"--concurrency: only {room.actors:,} of {planned.pool.actors} actors with {each} each fit "
        f"on {room.workers}"
    )
