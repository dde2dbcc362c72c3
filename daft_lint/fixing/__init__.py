"""Fixes: which fit together, made in memory, written without a risk to any file."""

from daft_lint.fixing.edit_application import Fixed, Group, fixed
from daft_lint.fixing.file_groups import Made, Part, compared
from daft_lint.fixing.files import FixError, Rewrite, apply, fixed_bytes, rewrite
from daft_lint.fixing.fix_selection import SAFE, SAFE_AND_UNSAFE, Choice, chosen
from daft_lint.fixing.passes import MOST_PASSES, Outcome, Refusal, Source, fix, fix_once

__all__ = [
    "MOST_PASSES",
    "SAFE",
    "SAFE_AND_UNSAFE",
    "Choice",
    "FixError",
    "Fixed",
    "Group",
    "Made",
    "Outcome",
    "Part",
    "Refusal",
    "Rewrite",
    "Source",
    "apply",
    "chosen",
    "compared",
    "fix",
    "fix_once",
    "fixed",
    "fixed_bytes",
    "rewrite",
]
