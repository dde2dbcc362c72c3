"""The order of what a program does: what comes before something else, surely or in some run.

Everything has a path from where the program is entered: a call in each scope on the way. Of two
things, the first call in which their paths differ decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from daft_lint.index.code import Block
from daft_lint.infer.context import Context
from daft_lint.infer.truth import surely_runs
from daft_lint.modules.module_map import Module
from daft_lint.records import dataclass, field

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer


class Order(Enum):
    """How something stands to something else."""

    SURELY_BEFORE = "surely before"
    PERHAPS_BEFORE = "perhaps before"
    AFTER = "after"
    APART = "in another program, or on another way"


BETWEEN = 0.5
"""What is no call stands half a number before the next one."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call in a context: its number, its blocks, and the rounds of loops it distinguishes.

    The blocks are those of its scope by number, without those that surely run. `branches` are those
    that a test chooses, by that test: the number of each, and whether the test holds in it.
    """

    context: Context
    number: float
    block: int
    blocks: Mapping[int, Block] = field(compare=False)
    branches: Mapping[tuple[str, int], Sequence[tuple[int, bool]]] = field(compare=False)
    rounds: tuple[int, ...] = ()


Path = tuple[Step, ...]


def path_to(infer: Infer, context: Context, number: float, block: int) -> Path:
    """The way to a call in a context from where its program is entered."""
    steps = [_step(infer, context, number, block)]
    while context.site is not None:
        site = context.site
        context = site.context
        steps.append(_step(infer, context, site.number, site.call.block))
    return tuple(reversed(steps))


def _step(infer: Infer, context: Context, number: float, block: int) -> Step:
    rounds: list[int] = []
    around = context.index.blocks_around(block, context.scope)
    found = {each: context.index.blocks[each] for each in around}
    blocks = {
        each: found[each]
        for each in found
        if found[each].kind != "assert" and not surely_runs(infer, each, context)
    }
    while context.around is not None:
        each, place = context, 0
        while each.previous is not None:
            each, place = each.previous, place + 1
        rounds.insert(0, place)
        context = context.around
    branches: dict[tuple[str, int], list[tuple[int, bool]]] = {}
    for each_block, inside in blocks.items():
        if inside.test is not None:
            key = inside.kind, id(inside.test)
            branches.setdefault(key, []).append((each_block, inside.holds))
    return Step(context, number, block, blocks, branches, tuple(rounds))


def root_of(path: Path) -> Module:
    """The module that a path enters its program by."""
    return path[0].context.entry


def is_conditional(path: Path) -> bool:
    """Whether a run may go another way than along a path."""
    return any(is_branch(block) for step in path for block in step.blocks.values())


def is_branch(block: Block) -> bool:
    """Whether a run may not get into a block at all."""
    return block.kind != "try"


def order(one: Path, other: Path) -> Order:
    """How one thing stands to another one of the same program."""
    if one[0].context is not other[0].context:
        return _of_entries(one, other)
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False), 1):
        if mine.context is not theirs.context:
            break
        if mine.number != theirs.number or mine.rounds != theirs.rounds:
            return _in_scope(mine, theirs, one[place:])
    return Order.APART


def _of_entries(one: Path, other: Path) -> Order:
    """Things by two entries: what a module does comes before its functions are entered."""
    module = one[0].context
    if module.scope.kind != "module" or module.module is not root_of(other):
        return Order.APART
    return Order.PERHAPS_BEFORE if is_conditional(one) else Order.SURELY_BEFORE


def _in_scope(mine: Step, theirs: Step, rest: Path) -> Order:
    """Two calls in one scope; `rest` is the way on from the first one."""
    own, others = mine.blocks, theirs.blocks
    if own and _exclude(mine, theirs):
        return Order.APART
    if mine.rounds and theirs.rounds and mine.rounds != theirs.rounds:
        return Order.SURELY_BEFORE if mine.rounds < theirs.rounds else Order.AFTER
    if mine.number > theirs.number:
        loops = any(block.kind == "loop" and each in others for each, block in own.items())
        return Order.PERHAPS_BEFORE if loops else Order.AFTER
    is_sure = own.keys() <= others.keys() and not any(step.blocks for step in rest)
    return Order.SURELY_BEFORE if is_sure else Order.PERHAPS_BEFORE


def _exclude(mine: Step, theirs: Step) -> bool:
    """Whether two calls stand in two branches of one test, or in two of its cases."""
    return any(
        number != other and (test[0] == "case" or holds is not others)
        for test, own in mine.branches.items()
        for other, others in theirs.branches.get(test, ())
        for number, holds in own
    )
