"""Help on one screen, and a page of all options in groups, both with examples at their end."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

import click

_MOST_EXAMPLES = 4
_REST = "Options"
# Headings in the order of help, each with its options; those without a group come first.
_GROUPS = {
    "Files": (
        "paths",
        "stdin_filename",
        "changed_since",
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
    "Fixes": ("fix", "unsafe_fixes", "diff"),
    "Existing findings": ("baseline", "no_baseline", "write_baseline", "add_noqa"),
    "Sources and UDFs": (
        "rows",
        "partitions",
        "into_batches",
        "batch_size",
        "concurrency",
        "cpus_per_actor",
        "gpus_per_actor",
        "udf",
        "row_seconds",
        "read_metadata",
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
        "color",
        "quiet",
        "verbose",
    ),
    "Exit code": ("fail_on", "exit_zero"),
    "Speed": ("no_cache", "jobs"),
}
_HEADINGS = {name: heading for heading, names in _GROUPS.items() for name in names}

Examples = Iterable[tuple[str, str]]
"""A command line, and its effect."""


WHOLE = "daft_lint.whole_help"
"""In the `meta` of a context, it asks for help about all options."""


class Command(click.Command):
    """A command whose help explains its `common` options and names the others.

    If there are none, and where `WHOLE` asks for it, it explains all, in groups.
    """

    def __init__(
        self, *args: Any, examples: Examples = (), common: Iterable[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)
        self.common = tuple(common)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        if not self.common or ctx.meta.get(WHOLE):
            write_options(options, ctx, formatter)
            return
        explained = {option.name: option.get_help_record(ctx) for option in options}
        with formatter.section("Common options"):
            formatter.write_dl(
                [
                    (record[0], record[1].partition(". ")[0].rstrip("."))
                    for name in self.common
                    if (record := explained[name]) is not None
                ],
                col_max=26,
            )
        others = (option for option in options if option.name not in self.common)
        names = (option.opts[-1] for option in others if explained[option.name] is not None)
        with formatter.section(f"More options, explained by `daft-lint help {self.name}`"):
            room = formatter.width - formatter.current_indent
            lines = wrap(", ".join(names), room, break_on_hyphens=False)
            formatter.write("".join(f"{' ' * formatter.current_indent}{line}\n" for line in lines))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        most = len(self.examples) if not self.common or ctx.meta.get(WHOLE) else _MOST_EXAMPLES
        write_examples(self.examples[:most], formatter)
        super().format_epilog(ctx, formatter)


class Group(Command, click.Group):
    """The same with commands of its own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def write_options(
    options: Iterable[click.Option], ctx: click.Context, formatter: click.HelpFormatter
) -> None:
    """Write options, group by group."""
    groups: dict[str, list[tuple[str, str]]] = {name: [] for name in (_REST, *_GROUPS)}
    for option in options:
        record = option.get_help_record(ctx)
        if record is not None:
            groups[_HEADINGS.get(option.name or "", _REST)].append(record)
    for heading, records in groups.items():
        if records:
            with formatter.section(heading):
                formatter.write_dl(records)


def write_examples(examples: Examples, formatter: click.HelpFormatter) -> None:
    """Write examples as a section of their own."""
    rows = tuple(examples)
    if rows:
        with formatter.section("Examples"):
            formatter.write_dl(rows, col_max=60)
