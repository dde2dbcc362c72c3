"""Random programs of branches, loops and exceptions, and what each use in them sees in a run."""

import contextlib
import itertools
from textwrap import indent

from hypothesis import strategies as st

_MOST_STEPS = 200
Block = list[tuple]


def blocks(inner: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    name = st.sampled_from("xy")
    return st.lists(
        st.one_of(
            st.tuples(st.just("bind"), name),
            st.tuples(st.just("use"), name),
            st.tuples(st.just("delete"), name),
            st.tuples(st.sampled_from(["break", "continue", "return", "raise"])),
            st.tuples(st.just("if"), inner, inner),
            st.tuples(st.just("for"), inner, inner),
            st.tuples(st.just("while"), inner),
            st.tuples(st.just("try"), inner, inner, inner),
            st.tuples(st.just("clean up"), inner, inner),
        ),
        max_size=4,
    )


programs = st.recursive(st.just([("use", "x")]), blocks, max_leaves=12)


class Writer:
    """Writes a block as code; each binding has a number of its own, and so has each use."""

    def __init__(self) -> None:
        self.numbers = itertools.count(1)

    def block(self, block: Block, *, in_loop: bool) -> str:
        lines = [self.statement(part, in_loop=in_loop) for part in block]
        return "\n".join(lines) or "pass"

    def statement(self, values: tuple, *, in_loop: bool) -> str:
        kind, *parts = values
        number = next(self.numbers)
        if kind == "bind":
            return f"{parts[0]} = {number}"
        if kind == "use":
            return f"use({number}, {parts[0]} if {parts[0]!r} in locals() else None)"
        if kind == "delete":
            return f"if {parts[0]!r} in locals():\n    del {parts[0]}"
        if kind in ("break", "continue"):
            return f"if flip():\n    {kind}" if in_loop else "pass"
        if kind in ("return", "raise"):
            what = "return" if kind == "return" else "raise KeyError"
            return f"if flip():\n    {what}"
        loops = kind in ("for", "while")
        inside = [
            indent(self.block(part, in_loop=in_loop or (loops and not place)), " ")
            for place, part in enumerate(parts)
        ]
        if kind == "if":
            return f"if flip():\n{inside[0]}\nelse:\n{inside[1]}"
        if kind == "for":
            return f"for _ in rows():\n{inside[0]}\nelse:\n{inside[1]}"
        if kind == "while":
            return f"while flip():\n{inside[0]}"
        if kind == "clean up":
            return f"try:\n{inside[0]}\nfinally:\n{inside[1]}"
        return f"try:\n{inside[0]}\nexcept KeyError:\n{inside[1]}\nfinally:\n{inside[2]}"


class TooLongError(Exception):
    pass


def run(code: str, coins: list[bool]) -> list[tuple[int, int | None]]:
    """What each use saw in one run of a program."""
    seen: list[tuple[int, int | None]] = []
    flips = itertools.cycle(coins)
    steps = itertools.count()

    def flip() -> bool:
        if next(steps) > _MOST_STEPS:
            raise TooLongError
        return next(flips)

    names = {
        "flip": flip,
        "rows": lambda: [1, 2] if flip() else [],
        "use": lambda number, value: seen.append((number, value)),
    }
    exec(code, names)
    with contextlib.suppress(KeyError, TooLongError):
        names["program"]()
    return seen
