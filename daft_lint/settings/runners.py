"""The words for a runner in settings."""

from __future__ import annotations

from daft_lint.plan.cluster import RunnerKind

_AUTO = "auto"


def runner_called(word: str) -> RunnerKind | None:
    """The runner that a word means, None for `auto`."""
    return None if word == _AUTO else RunnerKind(word)


def runner_word(runner: RunnerKind | None) -> str:
    """The word that means a runner."""
    return runner.value if runner else _AUTO
