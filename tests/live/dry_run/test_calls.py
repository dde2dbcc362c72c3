"""What becomes of a call's result is read from the code around it."""

from __future__ import annotations

import sys

from daft_lint.live.dry_run.user_process.calls import throws_away


def _called(*_: object, **__: object) -> bool:
    seen.append(throws_away(sys._getframe(1)))
    return True


seen: list[bool] = []


def _used() -> bool:
    kept = _called()
    if _called(kept):
        print(_called())
    return _called()


def _dropped() -> None:
    _called()
    _called(*[1], **{"two": 2})
    for _ in range(2):
        _called(
            1,
        )
    with open(__file__):  # noqa: PTH123
        _called()


def test_what_is_used_is_not_thrown_away() -> None:
    for _ in range(100):  # Python rewrites code that runs often.
        seen.clear()
        _used()
        assert seen == [False] * 4


def test_what_nobody_takes_is_thrown_away() -> None:
    for _ in range(100):
        seen.clear()
        _dropped()
        assert seen == [True] * 5
