"""The command line over the settings of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from daft_lint.settings.keys import key_named
from daft_lint.settings.layers import Entry, Layer, RulesIn, laid_over, no_rules
from daft_lint.settings.model import Settings
from daft_lint.settings.places import option_place


def with_overrides(
    settings: Settings,
    known_rules: Mapping[str, str],
    *,
    rules_in: RulesIn = no_rules,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    extend_select: Sequence[str] | None = None,
    extend_rules: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    extend_exclude: Sequence[str] | None = None,
    force_exclude: bool | None = None,
    runner: str | None = None,
    daft_version: str | None = None,
    min_confidence: str | None = None,
    min_severity: str | None = None,
    fail_on: str | None = None,
    baseline: str | None = None,
    cluster_file: str | None = None,
    workers: int | None = None,
    cpus_per_worker: int | None = None,
    gpus_per_worker: int | None = None,
    cost_per_worker_hour: float | None = None,
) -> Settings:
    """The settings with what the command line says on top; None says nothing.

    `known_rules` holds the name of each rule by its code, but for those that `extend-rules` adds:
    `rules_in` gives these. Words are spelled as in the file. `select` starts afresh: it replaces
    `select`, `extend-select` and `ignore` of the file; `exclude` replaces `exclude` and
    `extend-exclude`. The other lists add to the file's, and win over it. A `cluster_file`, relative
    to the current folder, replaces the file's figures of the cluster; a figure given beside it wins
    over those that it tells.

    Raises:
        SettingsError: an option has a value that the file couldn't have either.
    """
    options: dict[str, object] = {
        "select": select,
        "ignore": ignore,
        "extend-select": extend_select,
        "extend-rules": extend_rules,
        "exclude": exclude,
        "extend-exclude": extend_exclude,
        "force-exclude": force_exclude,
        "runner": runner,
        "daft-version": daft_version,
        "min-confidence": min_confidence,
        "min-severity": min_severity,
        "fail-on": fail_on,
        "baseline": baseline,
        "cluster-file": cluster_file,
        "cluster.workers": workers,
        "cluster.cpus-per-worker": cpus_per_worker,
        "cluster.gpus-per-worker": gpus_per_worker,
        "cluster.cost-per-worker-hour": cost_per_worker_hour,
    }
    entries = {
        name: Entry(value, option_place(f"--{key_named(name).leaf}"))
        for name, value in options.items()
        if value is not None
    }
    return laid_over(settings, Layer(entries, known_rules), rules_in)
