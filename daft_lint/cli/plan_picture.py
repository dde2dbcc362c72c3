"""`daft-lint plan --plot`: the picture of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.documents.atomic_writes import destination, replace_file
from daft_lint.documents.file_status import is_device
from daft_lint.plan.unit import Unit
from daft_lint.programs.installing import install_command

if TYPE_CHECKING:
    from daft_lint.planning.planner import PlannedPipeline
    from daft_lint.reporting.planning.plot import Panel

_FORMATS = (".svg", ".png")
_MOST_POOLS = 4


def require_picture(plot: Path | None, output_file: Path | None) -> None:
    """Check that the picture can be made before the work.

    Raises:
        click.UsageError: when it can't be drawn, or would take the place of the plan.
    """
    if plot is None:
        return
    if plot.suffix.lower() not in _FORMATS:
        raise click.UsageError(f"--plot writes .svg or .png, not {plot.name!r}")
    if output_file is not None and output_file.resolve() == plot.resolve():
        raise click.UsageError("--plot and --output-file name the same file")
    if find_spec("matplotlib") is None:
        raise click.UsageError(f"--plot needs matplotlib: {install_command('daft-lint[plot]')}")


def picture(plans: Sequence[PlannedPipeline], plot: Path, problems: list[str]) -> bytes | None:
    """The picture of all pools that can be drawn; why one can't be goes to `problems`.

    Raises:
        click.UsageError: when there are too many for one picture.
    """
    pools = sum(pool.pool.unit is Unit.ACTOR for plan in plans for pool in plan.pools)
    if pools > _MOST_POOLS:
        raise click.UsageError(
            f"--plot draws at most {_MOST_POOLS} pools, and there are {pools}: narrow them with "
            "--udf or by naming one file"
        )
    from daft_lint.reporting.planning.plot import drawn

    panels = list(_panels(plans, problems))
    if not panels:
        if not pools:
            problems.append("--plot: there is no actor pool on Ray to draw")
        return None
    return drawn(panels, plot.suffix.lower().removeprefix("."))


def write_picture(image: bytes, plot: Path) -> None:
    """Put the picture in its file, in one step.

    Raises:
        click.UsageError: when it can't be written.
    """
    try:
        if is_device(plot):
            plot.write_bytes(image)
        else:
            replace_file(destination(plot), image)
    except OSError as error:
        raise click.UsageError(f"can't write {plot}: {error.strerror}") from None


def _panels(plans: Sequence[PlannedPipeline], problems: list[str]) -> Iterator[Panel]:
    from daft_lint.planning.landscape import landscape
    from daft_lint.reporting.planning.phrases import pool_title, rows_of
    from daft_lint.reporting.planning.plot import Panel

    for plan in plans:
        for planned in plan.pools:
            if planned.pool.unit is not Unit.ACTOR:
                continue
            land = landscape(planned, plan.question)
            if land is not None:
                title = pool_title(planned.pool, plan.pipeline.cluster)
                seconds = plan.question.row_seconds(planned.pool.call.udf)
                yield Panel(title, rows_of(planned.pool, seconds), land)
            else:
                problems.append(
                    f"--plot: `{planned.pool.call.udf.name}` can't be drawn, because its rows, "
                    "partitions, actors or workers aren't known; give --rows, --partitions, "
                    "--concurrency or --workers"
                )
