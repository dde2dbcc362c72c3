"""Contexts: a scope as one call of it runs, or without a known caller."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from daft_lint.index.code import Call, Expression, Index, Scope
from daft_lint.modules.module_map import Module
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field

if TYPE_CHECKING:
    from daft_lint.plan.conditions import Conditions
    from daft_lint.plan.pipeline import Loop
    from daft_lint.values.values import Class, Function, Instance, Value


# Rounds of loops in one another that are followed: each may have a frame of its own.
_MOST_TOGETHER = 256


@dataclass(frozen=True, slots=True)
class Asked:
    """An expression in a context, not looked at yet."""

    expression: Expression
    context: Context


@dataclass(slots=True, eq=False)
class Context:
    """A scope, and what its parameters hold in it; `given` is None where no caller is known.

    `outer` is the context that the scope was defined in, `site` the call that runs it. `itself` is
    the object of a method without a known caller. `answers` are kept by what was asked: the
    number of a definition, or `~number` of a call.

    One round of a loop or comprehension is a context of its own: `around` is that of the code
    around it, to which all with numbers before `begin` belongs, and `turn` is its block and the
    item that it is given; `previous` is the round before, and `of` how many there are. `rounds` are
    those of loops, by block.
    """

    module: Module
    scope: Scope
    outer: Context | None
    given: Mapping[str, Asked | Value] | None = None
    site: Site | None = None
    itself: Instance | None = None
    answers: dict[object, Value] = field(default_factory=dict)
    entered: dict[object, Context] = field(default_factory=dict)
    conditions: dict[int, Conditions] = field(default_factory=dict)
    own_conditions: dict[int, tuple[Conditions, Conditions]] = field(default_factory=dict)
    loops: dict[int, tuple[Loop, ...]] = field(default_factory=dict)
    around: Context | None = None
    begin: tuple[int, int] = (0, 0)
    turn: tuple[int, Value] | None = None
    previous: Context | None = None
    of: int = 1
    rounds: dict[int, list[Context] | None] = field(default_factory=dict)

    def rounds_of(
        self, begin: tuple[int, int], block: int, items: Sequence[Value] | None
    ) -> list[Context] | None:
        """The rounds of a block of this scope, which are given these items.

        None where these aren't known, or are too many with the rounds that this context is one of.
        """
        if items is None or len(items) * self.together > _MOST_TOGETHER:
            return None
        rounds: list[Context] = []
        for item in items:
            rounds.append(
                Context(
                    self.module,
                    self.scope,
                    self.outer,
                    self.given,
                    self.site,
                    self.itself,
                    around=self,
                    begin=begin,
                    turn=(block, item),
                    previous=rounds[-1] if rounds else None,
                    of=len(items),
                )
            )
        return rounds

    @property
    def together(self) -> int:
        """How many rounds its code is followed in: those of loops around it and its callers."""
        around = self.around or (self.site and self.site.context)
        return self.of * (around.together if around else 1)

    @property
    def index(self) -> Index:
        """The index of its module."""
        return self.module.index

    @property
    def callers(self) -> Iterator[Context]:
        """The context itself, and those that it is called from, the nearest first."""
        context: Context | None = self
        while context is not None:
            yield context
            context = None if context.site is None else context.site.context

    @property
    def entry(self) -> Module:
        """The module that a program is entered by which gets to it."""
        *_, outermost = self.callers
        if outermost.itself is not None:
            return module_of(outermost.itself.made_of)
        return outermost.module

    @property
    def depth(self) -> int:
        """How many calls lead to it from a scope without a known caller."""
        return sum(1 for _ in self.callers) - 1

    @property
    def label(self) -> str:
        """What it is called: by the calls that lead to it, and the rounds that it is in."""
        if self.around is not None:
            number, each = 0, self.previous
            while each is not None:
                number, each = number + 1, each.previous
            return f"{self.around.label}[{self.begin[1]}.{number}]"
        own = f"{self.module.path}:{self.scope.number}"
        if self.site is not None:
            return f"{self.site.context.label} {self.site.number} {own}"
        made_of = None if self.itself is None else self.itself.made_of
        return own if made_of is None else f"{own} of {made_of.scope.name}"


def within(context: Context) -> Context:
    """A scope inside of another one, for names that are looked up from there."""
    return Context(context.module, Scope(0, "function", "", 0, 0, (0, 0, 0, 0)), context)


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A call in a context."""

    context: Context
    number: int

    @property
    def call(self) -> Call:
        """The call itself."""
        return self.context.index.calls[self.number]

    @property
    def node(self) -> ast.Call:
        """Its tree."""
        return self.context.module.call_at(self.call.place)

    @property
    def span(self) -> Span:
        """All of the call."""
        return self.context.module.span(self.call.place)

    @property
    def method_span(self) -> Span:
        """From the name of its method to its end."""
        call = self.call
        return self.context.module.method_span(call.start, call.place)


@dataclass(frozen=True, slots=True)
class Given:
    """What a call gives, not looked at yet; incomplete where a `*` or `**` hides some.

    `site` is the call that makes an object of it.
    """

    positional: tuple[Asked | Value, ...] = ()
    keywords: Mapping[str, Asked | Value] = field(default_factory=dict)
    complete: bool = True
    after: tuple[Asked | Value, ...] = ()
    site: Site | None = None


def context_of(defined: Function | Class) -> Context:
    """The context that a function or class was defined in."""
    assert isinstance(defined.context, Context)
    return defined.context


def module_of(defined: Function | Class) -> Module:
    """The module that a function or class stands in."""
    return context_of(defined).module
