"""Inference: what an expression of a program stands for, worked out when it is asked.

Each answer is kept where it belongs: at the context that was asked, or at the object. An answer
that depends on itself is unknown, and so is every answer in the same circle: which of them was
asked first changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from daft_lint.documents.project import done_once
from daft_lint.index.code import UNBOUND, Definition, Expression
from daft_lint.infer import attributes, calls, definitions, expressions
from daft_lint.infer.context import Context, Given, Site
from daft_lint.plan.bound import Bound
from daft_lint.values.values import UNKNOWN, Value

if TYPE_CHECKING:
    from daft_lint.modules.module_map import Module, ModuleMap
    from daft_lint.plan.span import Span
    from daft_lint.plan.wrapper import UdfWrapper

T = TypeVar("T")


class Infer:
    """Answers questions about the modules of a project."""

    def __init__(self, modules: ModuleMap, wrappers: tuple[UdfWrapper, ...] = ()) -> None:
        self.modules = modules
        self.wrappers = wrappers
        self._free: dict[tuple[str, int], Context] = {}
        self._circles = _Circles()
        self._numbers = 0
        self.searches: dict[object, Value] = {}
        # What scopes have more of than is followed, by the path of the module and their number.
        self.cut: dict[tuple[str, int], Bound] = {}
        # The same of modules, by their paths: steps and calls of a plan, calls that a frame passes.
        self.bounds: dict[str, Bound] = {}
        # The call that leads to more questions in one another than can be asked.
        self.too_deep: Site | None = None
        # How many calls are followed from each module that enters a program, by its path.
        self.followed: Counter[str] = Counter()
        # What other parts find out once.
        self.known: dict[Hashable, Any] = {}

    # Questions

    def value(self, expression: Expression, context: Context) -> Value:
        """What an expression stands for."""
        handler = expressions.HANDLERS[expression[0]]
        return handler(self, context, *expression[1:])

    def definition(self, number: int, context: Context) -> Value:
        """What a name stands for from its definition on."""
        if number == UNBOUND:
            return UNKNOWN
        if context.around is not None and number < context.begin[0]:
            return self.definition(number, context.around)
        definition: Definition = context.index.definitions[number]
        handler = definitions.HANDLERS[definition[0]]
        return self.answer(context.answers, number, lambda: handler(self, context, *definition[1:]))

    def call(self, number: int, context: Context) -> Value:
        """What a call gives."""
        if context.around is not None and number < context.begin[1]:
            return self.call(number, context.around)
        site = Site(context, number)
        try:
            return self.answer(context.answers, ~number, lambda: calls.call(self, site))
        except RecursionError:
            # The last one that says so is the one that was asked first.
            self.too_deep = site
            raise

    def attribute(self, owner: Value, name: str) -> Value:
        """What `owner.name` stands for."""
        return attributes.attribute(self, owner, name)

    def stop(self, path: str, span: Span, more_than: str) -> None:
        """Note that code of a module has more of something than is followed, from a place on."""
        bound = Bound(span, more_than)
        self.bounds[path] = min(bound, self.bounds.get(path, bound))

    def apply(self, function: Value, given: Given, site: Site | None) -> Value:
        """What calling a value gives; `site` is the call, None where no code has one."""
        return calls.apply(self, function, given, site)

    def answer(self, answers: dict[object, Value], key: object, work: Callable[[], Value]) -> Value:
        """The answer to a question, kept among others; unknown where it depends on itself."""
        found = answers.get(key)
        return self._circles.answer(answers, key, work) if found is None else found

    # Contexts

    def free(self, module: Module, scope: int) -> Context:
        """A scope without a known caller."""
        key = module.path, scope
        if key not in self._free:
            own = module.index.scopes[scope]
            outer = self.free(module, own.parent) if own.parent >= 0 else None
            self._free[key] = Context(module, own, outer)
        return self._free[key]

    def next_number(self) -> int:
        """A new number for a step, a source or an action."""
        self._numbers += 1
        return self._numbers

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What some work gives, done once."""
        return done_once(self.known, key, work)


class _Circles:
    """Answers that depend on themselves, found by Tarjan's algorithm of strong components."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, object], int] = {}
        self._waiting: list[tuple[dict[object, Value], object]] = []
        self._lowest: list[int] = []
        self._round: set[int] = set()

    def answer(self, answers: dict[object, Value], key: object, work: Callable[[], Value]) -> Value:
        """The answer of some work; the first one of a circle closes it, with all its answers."""
        node = id(answers), key
        met = self._open.get(node)
        if met is not None:
            self._lowest[-1] = min(self._lowest[-1], met)
            self._round.add(met)
            return UNKNOWN
        number = len(self._waiting)
        self._open[node] = number
        self._waiting.append((answers, key))
        self._lowest.append(number)
        try:
            value = work()
        except BaseException:
            self._drop(number)
            self._lowest.pop()
            raise
        lowest = self._lowest.pop()
        if lowest < number:
            self._lowest[-1] = min(self._lowest[-1], lowest)
            return UNKNOWN
        if number in self._round or len(self._waiting) > number + 1:
            value = UNKNOWN
        for others, other in self._drop(number):
            others[other] = UNKNOWN
        answers[key] = value
        return value

    def _drop(self, number: int) -> list[tuple[dict[object, Value], object]]:
        dropped = self._waiting[number:]
        del self._waiting[number:]
        for answers, key in dropped:
            del self._open[id(answers), key]
        self._round = {each for each in self._round if each < number}
        return dropped
