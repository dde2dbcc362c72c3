"""Help in groups of options, with examples at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

_REST = "Options"
# Headings in the order of help, each with the options below it; those of no group come first.
_GROUPS = {
    "Files": (
        "paths",
        "stdin_filename",
        "changed_since",
        "watch",
        "exclude",
        "extend_exclude",
        "force_exclude",
    ),
    "Rules": (
        "select",
        "ignore",
        "extend_select",
        "extend_rules",
        "no_extend_rules",
        "trusted",
        "min_confidence",
        "min_severity",
    ),
    "Fixes": ("fix", "unsafe_fixes", "diff", "show_fixes"),
    "Existing findings": ("baseline", "write_baseline", "add_noqa"),
    "Sources and UDFs": (
        "rows",
        "partitions",
        "into_batches",
        "batch_size",
        "concurrency",
        "cpus_per_actor",
        "gpus_per_actor",
        "udf",
        "read_metadata",
    ),
    "Times": (
        "row_seconds",
        "morsel_seconds",
        "task_seconds",
        "calibrate",
    ),
    "Advice": ("keep", "allow", "most_actors", "largest_batch", "worker_memory", "row_bytes"),
    "Cluster": (
        "runner",
        "daft_version",
        "cluster_file",
        "workers",
        "cpus_per_worker",
        "gpus_per_worker",
        "cost_per_worker_hour",
        "address",
    ),
    "Runs": (
        "trials",
        "timeout",
        "budget",
        "min_loss",
        "target",
        "allow_writes",
        "limit_rows",
        "all_work",
    ),
    "Settings": ("config", "isolated", "show_settings"),
    "Output": (
        "output_format",
        "output_file",
        "report",
        "plot",
        "cost",
        "statistics",
        "color",
        "quiet",
        "verbose",
    ),
    "Exit code": ("fail_on", "exit_zero"),
    "Speed": ("no_cache", "jobs"),
}
_HEADINGS = {name: heading for heading, names in _GROUPS.items() for name in names}

Examples = Iterable[tuple[str, str]]
"""What to type, and what it does."""


class Command(click.Command):
    """A command whose help has its options in groups, and `examples`."""

    def __init__(self, *args: Any, examples: Examples = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group."""
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in (_REST, *_GROUPS)}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                groups[_HEADINGS.get(param.name or "", _REST)].append(record)
        for heading, records in groups.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(self.examples, formatter)
        super().format_epilog(ctx, formatter)


class Group(Command, click.Group):
    """The same with commands of its own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def write_examples(examples: Examples, formatter: click.HelpFormatter) -> None:
    """Write examples as a section of their own."""
    rows = tuple(examples)
    if rows:
        with formatter.section("Examples"):
            formatter.write_dl(rows, col_max=60)
