"""Applies the fixes that real runs have shown to help."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.fixing import FixError, apply
from daft_lint.verification.verdict import Gain, Verdict

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.findings import Edit
    from daft_lint.verification.verdict import Verification, Verified

_Groups = list[tuple["Edit", ...]]


def apply_confirmed(verified: Verified, run: LintRun) -> bool:
    """Put the confirmed fixes into the files, tell how many, and whether all went well."""
    outcomes = [
        _apply(path, groups, run) for path, groups in _by_path(verified.verifications).items()
    ]
    if not outcomes:
        click.echo("daft-lint: no fix was confirmed", err=True)
    return all(outcomes)


def _by_path(verifications: Iterable[Verification]) -> dict[str, _Groups]:
    found: dict[str, _Groups] = {}
    for one in verifications:
        edits = next((fix.edits for fix in one.finding.fixes if fix.edits), ())
        if edits and one.verdict is Verdict.CONFIRMED and one.gain is Gain.HELPS:
            found.setdefault(edits[0].span.path, []).append(edits)
    return found


def _apply(path: str, groups: _Groups, run: LintRun) -> bool:
    file = Path(path)
    try:
        done = apply(file, run.documents[path], groups, run.finder.for_path(file).root)
    except FixError as error:
        click.echo(f"daft-lint: {error}", err=True)
        return False
    left = f"; {len(done.left)} more after another run" if done.left else ""
    count = len(done.applied)
    click.echo(
        f"daft-lint: {path}: {count} fix{'' if count == 1 else 'es'} applied{left}", err=True
    )
    return True
