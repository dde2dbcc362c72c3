"""The fixes that real runs have shown to help, and how they are applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from daft_lint.cli.fixes import Texts, written
from daft_lint.cli.terminal import print_message
from daft_lint.fixing import SAFE_AND_UNSAFE, Choice, Part, chosen, fix_once
from daft_lint.verification.verdict import Gain, Verdict

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.verification.verdict import Verification, Verified


def apply_confirmed(verified: Verified, run: LintRun) -> bool:
    """Apply the confirmed fixes, report how many; whether all succeeded."""
    confirmed = sorted(
        _confirmed(verified.verifications), key=lambda choice: choice.finding.sort_key
    )
    if not confirmed:
        print_message("no fix was confirmed")
    texts = Texts(run)
    outcome = fix_once(confirmed, texts)
    errors = [f"{refusal.path}: {refusal.message}" for refusal in outcome.refusals]
    left = Counter(choice.path for choice in outcome.left)
    for part in outcome.parts:
        error = written(part, texts.file, run)
        if error is None:
            _tell(part, left)
        else:
            errors.append(str(error))
    for text in errors:
        print_message(text)
    return not errors


def _confirmed(verifications: Iterable[Verification]) -> Iterator[Choice]:
    for verification in verifications:
        fix = chosen(verification.finding, SAFE_AND_UNSAFE)
        if (
            fix is not None
            and verification.verdict is Verdict.CONFIRMED
            and verification.gain is Gain.HELPS
        ):
            yield Choice(verification.finding, fix)


def _tell(part: Part, left: Counter[str]) -> None:
    for path, count in sorted(Counter(made.path for made in part.made).items()):
        more = f"; run again to apply {left[path]} more" if left[path] else ""
        print_message(f"{path}: {count} fix{'' if count == 1 else 'es'} applied{more}")
