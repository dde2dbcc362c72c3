"""The tool verify: `daft-lint verify` on a cluster on this machine, and its answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from daft_lint.cli.mcp import commands

# A run that began may last that long when the budget is over, and a cluster takes its time.
_LONGEST_END_SECONDS = 120.0
_NOT_PROVEN = "not proven"


async def proven(
    options: Sequence[str], paths: Sequence[Path], seconds: float, root: Path, *, trusted: bool
) -> str:
    """Run the work of some files on a cluster on this machine; who idled, finding by finding.

    Raises:
        click.ClickException: it can't run, or takes longer than `seconds` and two minutes.
    """
    command = ["verify", "--all-work", "--address", "local", "--output-format", "json", "--quiet"]
    command += ["--budget", f"{seconds:g}", *options]
    longest = seconds + _LONGEST_END_SECONDS
    done = await commands.ran(command, paths, root, trusted=trusted, seconds=longest)
    return proof(json.loads(done.text), done.errors if done.code == 2 else None)


def proof(said: dict[str, Any], errors: str | None) -> str:
    """The JSON of `verify` in a few lines; `errors` says what could not run."""
    notes = [f"note: {line}" for line in (errors or "").splitlines()]
    return commands.answer(outcome(said, failed=errors is not None), *notes, *_items(said))


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
        yield finding["verification"]["before"]
    for piece in said.get("unflagged", ()):
        yield piece["ran"]


def _items(said: dict[str, Any]) -> Iterator[str]:
    for failure in said["failures"]:
        yield f"{failure['path']}: NOT CHECKED: {failure['message']}"
    for finding in said["findings"]:
        verdict = finding["verification"]
        before, after = verdict["before"], verdict["after"]
        lines = [_figures("observed", before)] if before else []
        lines += [_figures("with the remedy", after)] if after else []
        gain = f"remedy {verdict['gain']}"
        lines += [f"{gain}: {verdict['gain_reason']}"] if verdict["gain_reason"] else []
        if verdict["gain"] in ("helps", "not measured"):
            lines += [f"do: {fix['message']}" for fix in finding["fixes"]]
        head = f"{finding['code']} {verdict['verdict']}: {verdict['reason']}"
        yield _item(finding, head, *lines, *(f"scaled: {line}" for line in verdict["scaling"]))
    for piece in said.get("unflagged", ()):
        verdict = piece["outcome"] if piece["ran"] else f"not run: {piece['outcome']}"
        scaling = (f"scaled: {line}" for line in piece["scaling"])
        yield _item(piece, f"`{piece['work']}`, no finding: {verdict}", *scaling)
    for piece in said["unjudged"]:
        missing = " and ".join(piece["missing"]) or piece["known"]
        yield _item(piece, f"open: `{piece['work']}`: not known: {missing}")


def _figures(what: str, measured: dict[str, Any]) -> str:
    trial = measured["trials"][0]
    return (
        f"{what}: {measured['most_idle']} of {trial['asked']} idle ({measured['unit']}), "
        f"utilisation {measured['utilisation']:.0%}, {measured['makespan']:.2g} s"
    )


def _item(at: dict[str, Any], head: str, *lines: str) -> str:
    place = f"{at['path']}:{at['line']}:{at['column']}"
    return "\n".join([f"{place}: {head}", *(f"  {line}" for line in lines)])
