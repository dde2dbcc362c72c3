"""Fixes: which fit together, made in memory, written without a risk to any file."""

from daft_lint.fixing.choosing import SAFE, SAFE_AND_UNSAFE, Choice, chosen
from daft_lint.fixing.comparing import compared
from daft_lint.fixing.files import FixError, Rewrite, apply, fixed_bytes, rewrite
from daft_lint.fixing.parts import Made, Part
from daft_lint.fixing.passes import MOST_PASSES, Outcome, Refusal, Source, fix, fix_once
from daft_lint.fixing.placing import Fixed, Group, fixed

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
