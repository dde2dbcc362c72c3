"""Settings by which no rule runs: every file passes, whatever is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daft_lint.cli.options import SettingsFinder
    from daft_lint.settings import Settings


def unselected_warning(finder: SettingsFinder) -> str | None:
    """One line where no settings that were asked for select a rule; None where some do.

    One folder of several may well be left alone on purpose.
    """
    loaded = finder.loaded
    if not loaded or not all(map(_selects_nothing, loaded)):
        return None
    (first, *_) = loaded
    given = (None if first.select else first.origin("select")) or first.origin("ignore")
    if given is None:
        return None
    line = "" if given.span is None else f", line {given.span.line}"
    return f"{given.text}{line} leaves no rule to run: nothing can be found"


def _selects_nothing(settings: Settings) -> bool:
    # The rules need not be loaded where none is selected or ignored.
    if settings.origin("select") is None and settings.origin("ignore") is None:
        return False
    from daft_lint.registry import rules_for

    return not any(settings.selects(rule.code, rule.name) for rule in rules_for(settings))
