"""What the engine was measured to cost: measuring it, keeping it, reading it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.engine import engine_at_work
from daft_lint.cli.targets import require_writable
from daft_lint.cli.terminal import tell, write_output
from daft_lint.documents.document import shown_path
from daft_lint.facts import FACTS_FILE, Facts, facts_text, read_facts
from daft_lint.facts.engine import costs_for, with_engine_costs
from daft_lint.settings import SettingsError
from daft_lint.words import duration

if TYPE_CHECKING:
    from daft_lint.cli.options import SettingsFinder
    from daft_lint.plan.spread import Spread
    from daft_lint.scheduling.engine_costs import EngineCosts
    from daft_lint.settings import Settings


def measured_costs(settings: Settings, address: str | None) -> EngineCosts | None:
    """The costs that the project of these settings keeps for a cluster; None where it has none."""
    return costs_for(_kept(settings.root / FACTS_FILE).engine, address)


def keep_measured_costs(
    finder: SettingsFinder, paths: Sequence[Path], address: str | None, *, quiet: bool = False
) -> None:
    """Measure the costs and keep them in the root of the project of the first path."""
    from daft_lint.cli.watching import Watching
    from daft_lint.verification.calibration import calibrated
    from daft_lint.verification.observing import DisturbedError
    from daft_lint.verification.options import Options

    file = finder.for_path(paths[0] if paths else Path()).root / FACTS_FILE
    require_writable((file,))
    kept = _kept(file)
    with engine_at_work(), Watching(wanted=not quiet, total=1) as watching:
        try:
            costs = calibrated(Options(address=address), watching)
        except DisturbedError as error:
            raise click.ClickException(f"nothing could be measured: {error}") from None
    kept = replace(kept, engine=with_engine_costs(kept.engine, costs))
    write_output(facts_text(kept).encode(), file)
    if not quiet:
        tell(
            f"each morsel (batch) costs {_range(costs.morsel)} on top of its rows, each task "
            f"{_range(costs.task)} in the driver: wrote that to {shown_path(file)}, for use in "
            "plans"
        )


def _kept(file: Path) -> Facts:
    try:
        return read_facts(file)
    except SettingsError as error:
        raise click.UsageError(str(error)) from None


def _range(spread: Spread) -> str:
    return f"{duration(spread.low)} to {duration(spread.high)}"
