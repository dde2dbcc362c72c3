"""Measures daft-lint, ruff, Fixit and TorchFix on the same tree, in turn."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from measuring import Run, installed, run

# All four exit with 1 when they found something.
_FINE = (0, 1)


@dataclass(frozen=True, slots=True)
class Tool:
    """A linter, and how it is asked to lint a tree; every command ends with the tree."""

    name: str
    arguments: tuple[str, ...]


TOOLS = (
    Tool("daft-lint", ("check", "--no-cache", "--output-format=concise")),
    Tool("ruff", ("check", "--isolated", "--no-cache", "--select=NPY,PD")),
    Tool("fixit", ("--rules", "fixit.rules.compare_primitives_by_equal", "lint")),
    Tool("torchfix", ("--select=TOR101",)),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one tool: seconds, bytes and ratios; None where nothing was measured.

    A ratio is the median, over the rounds, of this tool's wall time over the other's.
    """

    tool: str
    version: str | None = None
    wall: float | None = None
    cpu: float | None = None
    memory: int | None = None
    to_ruff: float | None = None
    to_daft_lint: float | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All tools on one tree."""

    tree: str
    files: int
    mention_daft: int
    mention_torch: int
    runs: int
    cores: int
    tools: tuple[Row, ...]


def main() -> int:
    """Measure and print; 2 when there is no tree to measure on."""
    options = _options()
    tree = options.tree or _daft_wheel()
    if tree is None or not tree.is_dir():
        print(f"{tree or 'daft'}: no such folder; pip install daft, or name one with --tree")
        return 2
    comparison = compare(tree, options.runs)
    if options.json:
        print(json.dumps(asdict(comparison), indent=2))
    else:
        _print(comparison)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, help="the folder to lint (default: installed daft)")
    parser.add_argument("--runs", type=int, default=5, help="rounds to take medians of")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser.parse_args()


def _daft_wheel() -> Path | None:
    spec = importlib.util.find_spec("daft")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def compare(tree: Path, rounds: int) -> Comparison:
    """Run every installed tool once a round on a copy of the tree's Python files.

    The copy lies outside every project, so that no configuration and no ignore file is found.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        texts = [_copied(file, copy / file.relative_to(tree)) for file in tree.rglob("*.py")]
        commands = {tool.name: _command(tool, copy) for tool in TOOLS}
        runs: dict[str, list[Run]] = {name: [] for name, command in commands.items() if command}
        for _ in range(rounds):
            for name, done in runs.items():
                done.append(run(commands[name], folder=copy))
    return Comparison(
        str(tree),
        len(texts),
        sum(b"daft" in text for text in texts),
        sum(b"torch" in text for text in texts),
        rounds,
        os.cpu_count() or 1,
        tuple(_row(tool, runs) for tool in TOOLS),
    )


def _copied(file: Path, target: Path) -> bytes:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)
    return target.read_bytes()


def _command(tool: Tool, tree: Path) -> list[str]:
    """The command line; empty when the tool isn't installed."""
    path = installed(tool.name)
    return [] if path is None else [path, *tool.arguments, str(tree)]


def _row(tool: Tool, runs: dict[str, list[Run]]) -> Row:
    own = runs.get(tool.name)
    if own is None:
        return Row(tool.name, problem="missing")
    failure = _failure(own)
    if failure is not None:
        return Row(tool.name, version(tool.name), problem=failure)
    return Row(
        tool.name,
        version(tool.name),
        median(measured_run.wall for measured_run in own),
        median(measured_run.cpu for measured_run in own),
        max(measured_run.memory for measured_run in own),
        _ratio(own, "ruff", runs),
        _ratio(own, "daft-lint", runs),
    )


def _failure(runs: Iterable[Run]) -> str | None:
    """Why the times of a tool mean nothing: one that crashed is fast."""
    for measured_run in runs:
        if measured_run.crashed or measured_run.exit_code not in _FINE:
            return f"failed with exit code {measured_run.exit_code}: {measured_run.said_last}"
    return None


def _ratio(own: Sequence[Run], name: str, runs: dict[str, list[Run]]) -> float | None:
    others = runs.get(name)
    if others is None or _failure(others) is not None:
        return None
    return median(mine.wall / other.wall for mine, other in zip(own, others, strict=True))


def _print(comparison: Comparison) -> None:
    # Imported only now: what this process takes is the least memory it can measure in others.
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{comparison.files} files ({comparison.mention_daft} mention daft, "
        f"{comparison.mention_torch} torch), median of {comparison.runs} rounds, "
        f"{comparison.cores} cores",
    )
    table.add_column("tool")
    for heading in ("wall s", "CPU s", "peak MB", "x ruff", "x daft-lint"):
        table.add_column(heading, justify="right")
    for row in comparison.tools:
        if row.problem is not None:
            table.add_row(row.tool, "-")
        else:
            table.add_row(
                f"{row.tool} {row.version}",
                f"{row.wall:.2f}",
                f"{row.cpu:.2f}",
                f"{row.memory / 1e6:.0f}",
                "-" if row.to_ruff is None else f"{row.to_ruff:.2f}",
                "-" if row.to_daft_lint is None else f"{row.to_daft_lint:.2f}",
            )
    console = Console()
    console.print(comparison.tree, table, sep="\n")
    for row in comparison.tools:
        if row.problem is not None:
            console.print(f"{row.tool}: {row.problem}", markup=False)


if __name__ == "__main__":
    sys.exit(main())
