"""Answers for an agent: the outcome first, changed files before others, of bounded length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from daft_lint.documents.git_changes import GitError, changed_since
from daft_lint.reporting.phrases import named
from daft_lint.reporting.printable import printable_lines

MOST_CHARACTERS = 16_000
"""The most characters of an answer, about 4,000 tokens."""
_SHORTEST = 200


@dataclass(frozen=True, slots=True)
class Item:
    """One item of an answer: the file that it is about, and its text."""

    path: str
    text: str


def answer(
    outcome: str, items: Iterable[Item], is_changed: Callable[[str], bool], most: int
) -> str:
    """The outcome, up to `most` items with those of changed files first, and what was left out."""
    ordered = sorted(items, key=lambda item: not is_changed(item.path))
    lines = [outcome, *_changed(ordered, is_changed)]
    room = MOST_CHARACTERS - sum(map(len, lines)) - _SHORTEST
    shown = 0
    for item in ordered[:most]:
        # The last line of a diff may be a space.
        text = item.text.removesuffix("\n")
        if len(text) > room:
            break
        room -= len(text) + 2
        lines.append(f"\n{text}")
        shown += 1
    left = ordered[shown:]
    if left and not shown:
        # It is too long: its beginning is better than nothing.
        lines.append(f"\n{left[0].text[:room]}\n[cut: {len(left[0].text) - room:,} characters]")
        left = left[1:]
    lines += [f"\n{_left_out(left)}"] if left else []
    # The last line of a diff has an end, or `patch` finds it cut.
    return printable_lines("\n".join(lines), unicode=True) + "\n"


def cut(text: str) -> str:
    """A text, or its beginning and how much is missing."""
    text = printable_lines(text.rstrip(), unicode=True)
    if len(text) <= MOST_CHARACTERS:
        return text
    return f"{text[:MOST_CHARACTERS]}\n[cut: {len(text) - MOST_CHARACTERS:,} characters]"


def _changed(items: Sequence[Item], is_changed: Callable[[str], bool]) -> list[str]:
    paths = {item.path for item in items}
    changed = sorted(path for path in paths if is_changed(path))
    if not changed or len(changed) == len(paths):
        return []
    return [f"changed since the last commit, listed first: {named(changed)}"]


def _left_out(items: Sequence[Item]) -> str:
    paths = list(dict.fromkeys(item.path for item in items))
    return f"LEFT OUT: {len(items):,} more, in {named(paths)}. Name these as paths to see them."


def changed_files(root: Path) -> Callable[[str], bool]:
    """Whether a file differs from the last commit; never so where git can't tell."""
    try:
        changed = changed_since("HEAD", root)
    except GitError:
        return lambda _: False
    return lambda path: bool(changed.among([root / path]))
