"""The measured costs of the engine: measured, kept and read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.engine import engine_at_work
from daft_lint.cli.output_files import require_writable
from daft_lint.cli.terminal import print_message, write_output
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


@dataclass(slots=True)
class MeasuredCosts:
    """The costs that projects keep for a cluster; each file of facts is read once.

    `address` is that of the cluster. `measured` are the costs that this very run measured: they
    count for every project. Without them, nothing counts when `isolated`.
    """

    address: str | None = None
    measured: EngineCosts | None = None
    isolated: bool = False
    _by_root: dict[Path, EngineCosts | None] = field(default_factory=dict)

    def of(self, settings: Settings) -> EngineCosts | None:
        """The costs for the project of these settings; None where nothing was measured."""
        if self.measured is not None or self.isolated:
            return self.measured
        if settings.root not in self._by_root:
            engine = _kept(settings.root / FACTS_FILE).engine
            self._by_root[settings.root] = costs_for(engine, self.address)
        return self._by_root[settings.root]


def keep_measured_costs(
    finder: SettingsFinder, paths: Sequence[Path], address: str | None, *, quiet: bool = False
) -> EngineCosts:
    """Measure the costs and keep them in the root of the project of the first path."""
    from daft_lint.cli.verification_progress import VerificationProgress
    from daft_lint.verification.calibration import calibrated
    from daft_lint.verification.observed_trials import DisturbedError
    from daft_lint.verification.options import Options

    settings = finder.for_path(paths[0] if paths else Path())
    file = settings.root / FACTS_FILE
    require_writable((file,))
    kept = _kept(file)
    watching = VerificationProgress(wanted=not quiet, total=1)
    with engine_at_work():
        try:
            costs = calibrated(Options(address=address), watching)
        except DisturbedError as error:
            raise click.ClickException(f"nothing could be measured: {error}") from None
    kept = replace(kept, engine=with_engine_costs(kept.engine, costs))
    kept = kept.redacted if settings.redact_paths else kept
    write_output(facts_text(kept).encode(), file)
    if not quiet:
        print_message(
            f"each morsel (batch) costs {_range(costs.morsel)} on top of its rows, each task "
            f"{_range(costs.task)} in the driver: wrote this to {shown_path(file)}, for use in "
            "plans"
        )
    return costs


def _kept(file: Path) -> Facts:
    try:
        return read_facts(file)
    except SettingsError as error:
        raise click.UsageError(str(error)) from None


def _range(spread: Spread) -> str:
    return f"{duration(spread.low)} to {duration(spread.high)}"
