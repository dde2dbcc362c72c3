"""Runs programs as `daft-lint live` does, in folders of their own."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from daft_lint.live.dry_run.messages import Planned
from daft_lint.live.dry_run.session import Ran, Running, run_program
from daft_lint.live_plan.raw_plan import Made

UDFS = """
from pathlib import Path
import daft
from daft import DataType, col

TRACES = Path(__file__).with_name("traces")

@daft.udf(return_dtype=DataType.int64(), concurrency=3, batch_size=16)
class Embed:
    def __init__(self, model="small"):
        with TRACES.open("a") as file:
            file.write("made\\n")

    def __call__(self, numbers):
        with TRACES.open("a") as file:
            file.write(f"{len(numbers)}\\n")
        return numbers
"""
"""A module `udfs` with a UDF that leaves traces: when it is made, and how many rows it got."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a program in a folder."""

    ran: Ran
    folder: Path
    source: str
    output: str
    errors: str

    @property
    def planned(self) -> tuple[Planned, ...]:
        """The plans that it would have run."""
        return self.ran.planned

    @property
    def actions(self) -> list[str]:
        """What it called to run them."""
        return [planned.action for planned in self.planned]

    @property
    def traces(self) -> list[str]:
        """What its UDF left behind."""
        file = self.folder / "traces"
        return file.read_text().split() if file.exists() else []

    @property
    def rows(self) -> int:
        """How many rows its UDF got."""
        return sum(int(trace) for trace in self.traces if trace != "made")

    def line(self, text: str) -> int:
        """The line that a piece of its source stands on."""
        (found,) = [
            number for number, line in enumerate(self.source.splitlines(), 1) if text in line
        ]
        return found


@dataclass(frozen=True, slots=True)
class Programs:
    """Runs programs in a folder."""

    folder: Path

    def run(
        self,
        source: str,
        *arguments: str,
        limit_rows: int = 100,
        timeout: float | None = 100.0,
        resources: dict[str, float] | None = None,
        modules: dict[str, str] | None = None,
        target: str | None = None,
    ) -> Done:
        """Run a program, by default a script, beside modules."""
        source = textwrap.dedent(source)
        script = self.folder / "program.py"
        script.write_text(source)
        for name, text in {"udfs": UDFS, **(modules or {})}.items():
            (self.folder / f"{name}.py").write_text(textwrap.dedent(text))
        output, errors = self.folder / "stdout", self.folder / "stderr"
        with output.open("wb") as stdout, errors.open("wb") as stderr:
            running = Running(
                limit_rows, timeout, resources, stdout=stdout.fileno(), stderr=stderr.fileno()
            )
            ran = run_program(target or str(script), arguments, running)
        return Done(ran, self.folder, source, output.read_text(), errors.read_text())


def steps(made: Made | None) -> Iterator[tuple[str, int]]:
    """What was called to make a plan, and on which lines, inputs first."""
    assert made is not None
    for step in made.each():
        yield step.method, step.line
