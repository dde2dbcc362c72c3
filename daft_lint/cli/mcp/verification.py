"""The tool verify: `daft-lint verify` in a process of its own, and its answer in a few lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import anyio
import click

from daft_lint.cli.mcp.answer import Item, answer, changed_files
from daft_lint.programs.child import interpreter
from daft_lint.reporting.printable import printable_lines

# A run that began may last that long when the budget is over, and a cluster takes its time.
_LONGEST_END_SECONDS = 120.0
_NOT_PROVEN = "not proven"


async def proven(options: Sequence[str], paths: Sequence[Path], seconds: float, root: Path) -> str:
    """Run the work of some files on a cluster on this machine; who idled, finding by finding.

    Raises:
        click.ClickException: it can't run, or takes longer than `seconds` and two minutes.
    """
    # It imports from the same places as this process, not from its current folder.
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from daft_lint.entry_point import main; main()"
    )
    command = [*interpreter(), "-c", program, "verify", "--all-work"]
    command += ["--address", "local", "--output-format", "json", "--quiet"]
    command += ["--budget", f"{seconds:g}", *options, "--"]
    longest = seconds + _LONGEST_END_SECONDS
    try:
        with anyio.fail_after(longest):
            # When it is killed, its engine ends the cluster.
            ran = await anyio.run_process([*command, *map(str, paths)], stdin=DEVNULL, check=False)
    except TimeoutError:
        raise click.ClickException(f"verify took longer than {longest:g} s") from None
    errors = ran.stderr.decode("utf-8", "replace")
    try:
        said = json.loads(ran.stdout)
    except ValueError:
        lines = errors.strip().splitlines() or [f"exit code {ran.returncode}"]
        raise click.ClickException(lines[-1].removeprefix("daft-lint: ")) from None
    return proof(said, errors if ran.returncode == 2 else None, root)


def proof(said: dict[str, Any], errors: str | None, root: Path) -> str:
    """The JSON of `verify` in a few lines; `errors` says what could not run."""
    items = [*_items(said)]
    notes = [f"note: {line}" for line in (errors or "").splitlines()]
    opening = "\n".join([outcome(said, failed=errors is not None), *notes])
    return answer(printable_lines(opening, unicode=True), items, changed_files(root), len(items))


def outcome(said: dict[str, Any], *, failed: bool) -> str:
    """The result in a line: whether any work idled.

    That none does is proven only if everything ran, and nothing is open.
    """
    runs = [*_measured(said)]
    ran = [run for run in runs if run is not None]
    idle = [piece for piece in ran if piece["most_idle"] or piece["most_idle_workers"]]
    still_open = len(said["unjudged"])
    with_idle = f"{len(idle)} of these" if idle else "none"
    pieces = "piece" if len(runs) == 1 else "pieces"
    summary = f"{len(ran)} of {len(runs)} {pieces} of work ran"
    summary += f", {with_idle} with idle actors or workers" if ran else ""
    summary += f"; {still_open} open" if still_open else ""
    if idle:
        return f"RESULT: idle. {summary}."
    if not ran or len(ran) < len(runs) or still_open or failed or said["unfinished"]:
        return f"RESULT: {_NOT_PROVEN}. {summary}. What did not run may still idle."
    return f"RESULT: nobody idles. {summary}."


def _measured(said: dict[str, Any]) -> Iterator[dict[str, Any] | None]:
    """The outcome of each piece of work as the code is now; None where it did not run."""
    for finding in said["findings"]:
        if finding["code"] != "DFT113":
            yield finding["verification"]["before"]
    for piece in said.get("unflagged", ()):
        yield piece["ran"]


def _items(said: dict[str, Any]) -> Iterator[Item]:
    for failure in said["failures"]:
        yield _item(failure["path"], f"{failure['path']}: NOT CHECKED: {failure['message']}")
    for finding in said["findings"]:
        verdict = finding["verification"]
        lines = [f"{_place(finding)}: {finding['code']} {verdict['verdict']}: {verdict['reason']}"]
        before, after = verdict["before"], verdict["after"]
        lines += [_figures("observed", before)] if before else []
        lines += [_figures("with the remedy", after)] if after else []
        gain = f"remedy {verdict['gain']}"
        lines += [f"{gain}: {verdict['gain_reason']}"] if verdict["gain_reason"] else []
        if verdict["gain"] in ("helps", "not measured"):
            lines += [f"do: {fix['message']}" for fix in finding["fixes"]]
        yield _item(finding["path"], *lines, *(f"scaled: {line}" for line in verdict["scaling"]))
    for piece in said.get("unflagged", ()):
        verdict = piece["outcome"] if piece["ran"] else f"not run: {piece['outcome']}"
        lines = [f"{_place(piece)}: `{piece['work']}`, no finding: {verdict}"]
        yield _item(piece["path"], *lines, *(f"scaled: {line}" for line in piece["scaling"]))
    for piece in said["unjudged"]:
        missing = " and ".join(piece["missing"]) or piece["known"]
        yield _item(
            piece["path"], f"{_place(piece)}: open: `{piece['work']}`: not known: {missing}"
        )


def _figures(what: str, measured: dict[str, Any]) -> str:
    trial = measured["trials"][0]
    return (
        f"{what}: {measured['most_idle']} of {trial['asked']} idle ({measured['unit']}), "
        f"utilisation {measured['utilisation']:.0%}, {measured['makespan']:.2g} s"
    )


def _place(finding: dict[str, Any]) -> str:
    return f"{finding['path']}:{finding['line']}:{finding['column']}"


def _item(path: str, *lines: str) -> Item:
    head, *rest = (printable_lines(line, unicode=True) for line in lines)
    return Item(path, "\n".join([head, *(f"  {line}" for line in rest)]))
