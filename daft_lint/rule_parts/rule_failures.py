"""The report on a rule that raises: one line, with the place in the rule's own code."""

from __future__ import annotations

import inspect
import traceback
from pathlib import Path

from daft_lint.documents.document import shown_path
from daft_lint.records import dataclass
from daft_lint.rule import Rule

_OURS = "daft_lint.rules."


@dataclass(frozen=True, slots=True)
class RuleFailure:
    """A rule that raised while it judged a document: what it would find is unknown."""

    rule: Rule
    error: BaseException

    @property
    def message(self) -> str:
        """What happened, in one line, and whose fault it is."""
        check = inspect.unwrap(self.rule.check or self.rule.check_definition or _nothing)
        code = getattr(check, "__code__", _nothing.__code__)
        what = reason(self.error) + raised_below(self.error, Path(code.co_filename))
        if getattr(check, "__module__", "").startswith(_OURS):
            advice = "please report it, with the file if you can"
            return f"internal error: rule {self.rule.code} failed on it: {what}; {advice}"
        return f"rule {self.rule.code} ({self.rule.name}) failed on it: {what}"


def reason(error: BaseException) -> str:
    """The error as Python tells it: its class and its text."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def raised_below(error: BaseException, place: Path) -> str:
    """The last line that ran in a file, or in a folder, as ` (file.py:7)`; else nothing."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_relative_to(place) and "site-packages" not in file.parts:
            return f" ({shown_path(file)}:{frame.lineno})"
    return ""


def _nothing() -> None:
    """Stands in for the check of a rule without one."""
