"""What the expressions of a program stand for."""

from __future__ import annotations

import builtins
import math
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Plan
from daft_lint.plan.quantity import Origin, OriginKind, between, exactly
from daft_lint.plan.shapes import UNCLEAR, column
from daft_lint.reading import infix, numbers, shaping, sources, texts
from daft_lint.reading.binding import defaults_of
from daft_lint.reading.columns import combined
from daft_lint.reading.comprehensions import Comprehensions
from daft_lint.reading.program import ANY_MODULE
from daft_lint.reading.targets import is_namespace
from daft_lint.reading.truth import truth
from daft_lint.reading.values import (
    UNKNOWN,
    UNSEEN,
    Arguments,
    ClassValue,
    ExpressionValue,
    Flag,
    FrameValue,
    FunctionValue,
    Imported,
    Items,
    Key,
    Mapping,
    MemberValue,
    Nothing,
    Number,
    ObjectValue,
    Signed,
    Text,
    Value,
    item_of,
    join,
    key_of,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session
    from daft_lint.reading.storing import Storing
    from daft_lint.reading.tasks import Tasks

# Longer texts and larger containers aren't followed item by item.
_LONGEST = 10_000
# A list or dict written out at such a length is a table that a program wrote: data, no options.
_LONGEST_DISPLAY = 1_000
# What `int` reads as Python does; more digits than these may be too many for it.
_PLAIN_NUMBER = re.compile(r"0|[1-9][0-9]{0,99}")
_FILLABLE = frozenset({Items, Mapping})
_FRAME_TYPES = frozenset(
    {"daft.DataFrame", "daft.dataframe.DataFrame", "daft.dataframe.dataframe.DataFrame"}
)


@dataclass(frozen=True, slots=True)
class Receiver:
    """What a method is called on or an item is of; `holder` is what it is an attribute of."""

    node: cst.BaseExpression
    value: Value
    holder: Value = UNKNOWN


class Expressions:
    """Evaluates expression nodes in a state."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.calls: Calls
        self.storing: Storing
        self.tasks: Tasks
        self._comprehensions = comprehensions = Comprehensions(session, self)
        self._readers: dict[type[cst.CSTNode], Callable[[cst.CSTNode, State], Value]] = {
            cst.Integer: self._number,
            cst.Float: self._number,
            cst.SimpleString: self._string,
            cst.ConcatenatedString: self._concatenated,
            cst.FormattedString: self._formatted,
            cst.Name: self._name,
            cst.Attribute: self._attribute,
            cst.Call: self._call,
            cst.Subscript: self._subscript,
            cst.BinaryOperation: self._binary,
            cst.UnaryOperation: self._unary,
            cst.Comparison: self._comparison,
            cst.BooleanOperation: self._boolean,
            cst.IfExp: self._choice,
            cst.List: self._sequence,
            cst.Tuple: self._sequence,
            cst.Set: self._set,
            cst.Dict: self._dict,
            cst.ListComp: comprehensions.value,
            cst.SetComp: comprehensions.value,
            cst.GeneratorExp: comprehensions.generator,
            cst.DictComp: comprehensions.value,
            cst.Await: self._await,
            cst.Lambda: self._lambda,
            cst.NamedExpr: self._named,
            cst.StarredElement: self._starred,
            cst.Yield: self._yield,
            cst.From: self._from,
        }

    def value(self, node: cst.CSTNode, state: State) -> Value:
        """What an expression stands for; unknown for every form that isn't followed."""
        self._session.effort.spend()
        reader = self._readers.get(type(node))
        if reader is None:
            return UNKNOWN
        return self._seen(reader(node, state))

    def _seen(self, value: Value) -> Value:
        """A value as it may be by now."""
        if type(value) not in _FILLABLE:
            return value
        late = isinstance(value, Items) and value.once and self._comprehensions.is_late(value)
        return one_of(value) if late or self._session.changes.hides(value) else value

    def receiver(self, node: cst.BaseExpression, state: State) -> Receiver:
        """What a method is called on or an item is of; each part is evaluated once."""
        if not isinstance(node, cst.Attribute):
            return Receiver(node, self.value(node, state))
        self._session.effort.spend()
        holder = self.value(node.value, state)
        value = self.calls.attribute(holder, node.attr.value, state)
        return Receiver(node, self._seen(value), holder)

    def used_up(self, node: cst.BaseExpression, state: State) -> Value:
        """What an expression stands for whose items are all asked for here, if it has any."""
        if type(node) is cst.GeneratorExp:
            return self._comprehensions.value(node, state)
        return self.value(node, state)

    def annotated(self, parameter: cst.Param, state: State) -> Value:
        """A parameter annotated as a Daft DataFrame is one, with nothing else known of it."""
        if parameter.annotation is None:
            return UNKNOWN
        if not self._is_frame_type(parameter.annotation.annotation, state):
            return UNKNOWN
        name, span = f"parameter `{parameter.name.value}`", self._session.span(parameter)
        source = self._session.hints(span).source(sources.unknown_source(name, span))
        return FrameValue(Plan(source), optional=True)

    def _is_frame_type(self, node: cst.BaseExpression, state: State) -> bool:
        """`DataFrame`, also in quotes, in `Optional[...]` and beside `| None`."""
        if isinstance(node, cst.SimpleString):
            try:
                return self._is_frame_type(cst.parse_expression(node.raw_value), state)
            except cst.ParserSyntaxError:
                return False
        if isinstance(node, cst.BinaryOperation):
            return self._is_frame_type(node.left, state) or self._is_frame_type(node.right, state)
        if isinstance(node, cst.Subscript):
            optional = self.value(node.value, state) == Imported("typing.Optional")
            inner = node.slice[0].slice
            return (
                optional
                and isinstance(inner, cst.Index)
                and self._is_frame_type(inner.value, state)
            )
        value = self.value(node, state) if isinstance(node, cst.Name | cst.Attribute) else UNKNOWN
        return isinstance(value, Imported) and value.name in _FRAME_TYPES

    def arguments(self, call: cst.Call, state: State) -> Arguments:
        """The values of a call's arguments."""
        return self.tasks.handed(call, lambda: self._arguments(call, state))

    def _arguments(self, call: cst.Call, state: State) -> Arguments:
        positional: list[Value] = []
        keywords: dict[str, Value] = {}
        complete = True
        after: list[Value] | None = None
        unread: set[str] = set()
        hidden: list[Value] = []
        for argument in call.args:
            value = self.used_up(argument.value, state)
            if argument.star == "*":
                self._session.changes.use_up(value)
                if isinstance(value, Items) and value.values is not None:
                    (positional if after is None else after).extend(value.values)
                else:
                    complete, after = False, after or []
                    if value is not UNSEEN:
                        unread.add("*")
                    hidden += item_of(value).among
            elif argument.star == "**":
                entries = value.entries if isinstance(value, Mapping) else ((None, UNKNOWN),)
                named = {key: entry for key, entry in entries if isinstance(key, str)}
                if all(isinstance(key, str) for key, _ in entries):
                    keywords.update(named)
                else:
                    complete = False
                    if value is not UNSEEN:
                        unread.add("**")
                    hidden += item_of(value).among
            elif argument.keyword is not None:
                keywords[argument.keyword.value] = value
            else:
                (positional if after is None else after).append(value)
        return Arguments(
            tuple(positional),
            keywords,
            complete,
            tuple(after or ()),
            frozenset(unread),
            tuple(hidden),
        )

    def _number(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Integer | cst.Float)
        number = _evaluated(node)
        if not isinstance(number, int | float) or not numbers.is_countable(number):
            return UNKNOWN
        origin = Origin(OriginKind.LITERAL, f"{number:,}", self._session.span(node))
        return Number(exactly(number, origin))

    def _string(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.SimpleString
        if "\\" not in node.value and not node.prefix:
            return texts.of(node.raw_value, known=True)
        value = _evaluated(node)
        return texts.of(value, known=True) if isinstance(value, str) else UNKNOWN

    def _concatenated(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.ConcatenatedString
        left, right = self.value(node.left, state), self.value(node.right, state)
        return infix.operated(cst.Add(), left, right)

    def _formatted(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.FormattedString
        pattern, known = "", True
        for part in node.parts:
            piece: str | None = None
            if isinstance(part, cst.FormattedStringText):
                plain = "\\" not in part.value
                piece = part.value.replace("{{", "{").replace("}}", "}") if plain else None
                known = known and plain
            elif isinstance(part, cst.FormattedStringExpression):
                value = self.value(part.expression, state)
                self._used([value], state)
                plain = part.format_spec is None and part.conversion is None
                piece = _as_text(value) if plain else None
                known = known and plain and _is_all_known(value, piece)
            pattern += "*" if piece is None else piece
        return texts.of(pattern, known=known)

    def _name(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Name
        if node.value in _SINGLETONS:
            return _SINGLETONS[node.value]
        found = state.scope.lookup(node.value)
        if node.value in self._session.rebound:
            kept = self._session.bound_afar(node.value, self._session.file.path)
            return one_of(*kept, *(() if found is None else (found,)))
        if isinstance(found, Imported):
            found = self._session.program.resolve(found)
        if found is not None:
            return one_of(found) if self._is_set_from_afar(node.value, found, state) else found
        known = hasattr(builtins, node.value)
        return Imported(f"builtins.{node.value}") if known else UNKNOWN

    def _is_set_from_afar(self, name: str, value: Value, state: State) -> bool:
        """Whether another module may have set a name that code of this one looks up later on."""
        if len(self._session.files) == 1 or not state.scope.is_from_around(name):
            return False
        return self._session.program.is_set_from_afar(name, value)

    def _attribute(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Attribute
        return self.calls.attribute(self.value(node.value, state), node.attr.value, state)

    def _call(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Call
        return self.calls.call(node, state)

    def _subscript(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Subscript
        is_named = is_namespace(node.value)
        owner = UNKNOWN if is_named else self.value(node.value, state)
        keys = [
            self.value(element.slice.value, state)
            if isinstance(element.slice, cst.Index)
            else UNKNOWN
            for element in node.slice
        ]
        key = keys[0] if len(keys) == 1 else UNKNOWN
        if is_named:
            return self._of_namespace(key, state)
        if isinstance(owner, ObjectValue):
            return self.calls.objects.item(owner, key, state)
        if owner == Imported("sys.modules"):
            name = key.exact if isinstance(key, Text) else None
            return ANY_MODULE if name is None else self._session.program.imported(name)
        if isinstance(owner, FrameValue):
            if len(keys) > 1 or isinstance(key, Items) or _is_slice(node):
                return self.calls.selected(node, owner, keys)
            return _column_of(key)
        if isinstance(owner, ExpressionValue):
            shape = shaping.item_of(owner, key)
            return combined(owner, key, conjunction=False, shape=shape)
        found = key_of(key)
        if isinstance(owner, Mapping) and found is not None:
            return owner.get(found)
        if isinstance(owner, Items) and owner.values is not None:
            place = numbers.whole_number(key)
            if place is not None and -len(owner.values) <= place < len(owner.values):
                return owner.values[place]
        if isinstance(owner, ClassValue) and owner.enumerates and isinstance(key, Text):
            member = self.calls.attribute(owner, key.exact or "", state)
            return member if isinstance(member, MemberValue) else UNKNOWN
        return item_of(owner)

    def _of_namespace(self, key: Value, state: State) -> Value:
        """`globals()[key]`: one of the functions, most often, which may be called."""
        module = state.scope.outermost
        if isinstance(key, Text) and key.exact is not None:
            return one_of(module.own(key.exact) or UNKNOWN)
        values = map(module.own, module.all_names())
        return one_of(*(one for one in values if isinstance(one, FunctionValue)))

    def _binary(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.BinaryOperation
        left, right = self.value(node.left, state), self.value(node.right, state)
        self._used((left, right), state)
        return infix.operated(node.operator, left, right)

    def tested(self, node: cst.BaseExpression, state: State) -> Value:
        """The value of an expression that is asked whether it is true."""
        value = self.value(node, state)
        self.calls.objects.tested(value, state)
        return value

    def _used(self, values: Sequence[Value], state: State) -> None:
        for value in values:
            self.calls.objects.used(value, state)

    def _unary(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.UnaryOperation
        is_test = isinstance(node.operator, cst.Not)
        value = (self.tested if is_test else self.value)(node.expression, state)
        if isinstance(value, ExpressionValue):
            inverted = isinstance(node.operator, cst.BitInvert)
            shape = shaping.negated(value) if inverted else UNCLEAR
            return combined(value, value, conjunction=False, shape=shape)
        if is_test:
            value_true = truth(value)
            return UNKNOWN if value_true is None else Flag(not value_true)
        if isinstance(node.operator, cst.Minus):
            return numbers.negated(value)
        return value if isinstance(node.operator, cst.Plus) else UNKNOWN

    def _comparison(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Comparison
        values = [self.value(node.left, state)]
        for target in node.comparisons:
            is_set = isinstance(target.comparator, cst.Set)
            read = self._sequence if is_set else self.value
            values.append(read(target.comparator, state))
            if isinstance(target.operator, cst.In | cst.NotIn):
                self._session.changes.use_up(values[-1])
        self._used(values, state)
        symbol = node.comparisons[0].operator
        if isinstance(symbol, cst.Is | cst.IsNot) and len(values) == 2:
            return infix.compared(symbol, *values)
        if any(isinstance(value, ExpressionValue) for value in values):
            whole = values[0]
            shape = UNCLEAR
            if len(values) == 2:
                shape = shaping.operated(type(symbol).__name__, *values)
            for value in values[1:]:
                whole = combined(whole, value, conjunction=False, shape=shape)
            return whole
        if len(values) == 2 and _is_main_guard(node):
            return Flag(isinstance(symbol, cst.Equal) == self._session.is_at_root)
        answers = [
            infix.compared(target.operator, *pair)
            for target, pair in zip(node.comparisons, pairwise(values), strict=True)
        ]
        if Flag(False) in answers:
            return Flag(False)
        return Flag(True) if all(one == Flag(True) for one in answers) else UNKNOWN

    def _boolean(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.BooleanOperation
        left = self.tested(node.left, state)
        left_true = truth(left)
        if left_true is not None:
            return (
                left
                if left_true == isinstance(node.operator, cst.Or)
                else self.value(node.right, state)
            )
        return self.either(left, self._perhaps(node.right, state))

    def _choice(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.IfExp
        test_true = truth(self.tested(node.test, state))
        if test_true is not None:
            return self.value(node.body if test_true else node.orelse, state)
        ways = []
        asked = self._session.circumstances.ask()
        for way, holds in ((node.body, True), (node.orelse, False)):
            with self._session.circumstances.kept():
                self._session.circumstances.assume(node.test, state, holds=holds, asked=asked)
                ways.append(self._perhaps(way, state))
        return self.either(*ways)

    def either(self, left: Value, right: Value) -> Value:
        """One of two values; frames go on as one."""
        value = join(left, right)
        if isinstance(value, FrameValue):
            self._session.recorder.met(
                value.plan,
                self._session.where,
                *(one.plan for one in (left, right) if isinstance(one, FrameValue)),
            )
        return value

    def _perhaps(self, node: cst.BaseExpression, state: State) -> Value:
        """The value of an expression that not every run evaluates."""
        if isinstance(node, cst.Name | cst.Attribute | cst.BaseNumber | cst.BaseString):
            return self.value(node, state)
        return self._session.branching.perhaps(lambda: self.value(node, state), state)

    def _sequence(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.List | cst.Tuple | cst.Set)
        if len(node.elements) > _LONGEST_DISPLAY:
            return _unread(node)
        values: list[Value] = []
        hidden = False
        for element in node.elements:
            value = self.value(element.value, state)
            if not isinstance(element, cst.StarredElement):
                values.append(value)
                continue
            self._session.changes.use_up(value)
            if isinstance(value, Items) and value.values is not None:
                values += value.values
            else:
                hidden = True
        if hidden:
            return Items(between(len(values), math.inf))
        origin = Origin(OriginKind.LITERAL, f"{len(values):,} items", self._session.span(node))
        kept = tuple(values) if len(values) <= _LONGEST else None
        return Items(exactly(len(values), origin), kept)

    def _set(self, node: cst.CSTNode, state: State) -> Value:
        """Equal items of a set are one."""
        items = self._sequence(node, state)
        assert isinstance(items, Items)
        return Items(between(min(items.length.low, 1), items.length.high, *items.length.origins))

    def _dict(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Dict
        if len(node.elements) > _LONGEST_DISPLAY:
            return UNKNOWN
        entries: list[tuple[Key, Value]] = []
        for element in node.elements:
            if isinstance(element, cst.DictElement):
                key = key_of(self.value(element.key, state))
                entries.append((key, self.value(element.value, state)))
            else:
                spread = self.value(element.value, state)
                entries += spread.entries if isinstance(spread, Mapping) else [(None, UNKNOWN)]
        return Mapping.of(entries) if len(entries) <= _LONGEST else UNKNOWN

    def _await(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Await
        return self.tasks.awaited(node.expression, lambda: self.value(node.expression, state))

    def _lambda(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Lambda
        return self.function(node, "<lambda>", state)

    def function(
        self, node: cst.FunctionDef | cst.Lambda, name: str, state: State
    ) -> FunctionValue:
        """The bare function of a `def` or lambda, its defaults as they are here."""
        defaults = defaults_of(node.params, lambda one: self.value(one, state))
        return FunctionValue(node, state.scope.of_functions, name, defaults, home=state.scope.home)

    def _named(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.NamedExpr
        value = self.value(node.value, state)
        if isinstance(node.target, cst.Name):
            state.scope.bind_walrus(node.target.value, value)
        return value

    def _yield(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.Yield
        value = UNKNOWN if node.value is None else self.value(node.value, state)
        if not state.ended:
            self._session.endings.yields(value, state)
        return UNKNOWN

    def _from(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.From
        return item_of(self.value(node.item, state))

    def _starred(self, node: cst.CSTNode, state: State) -> Value:
        assert type(node) is cst.StarredElement
        return self.value(node.value, state)


_SINGLETONS: dict[str, Value] = {
    "None": Nothing(),
    "True": Flag(True),
    "False": Flag(False),
    "__name__": Text("*"),
}


def _evaluated(node: cst.Integer | cst.Float | cst.SimpleString) -> object:
    """The value of a literal; None when this Python finds fault with it."""
    if isinstance(node, cst.Integer) and _PLAIN_NUMBER.fullmatch(node.value):
        return int(node.value)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return node.evaluated_value
    except (SyntaxError, ValueError):
        return None


def _unread(node: cst.List | cst.Tuple | cst.Set) -> Items:
    """How long a table is, without a look at what is in it."""
    plain = sum(not isinstance(element, cst.StarredElement) for element in node.elements)
    hidden = plain < len(node.elements)
    return Items(between(plain, math.inf) if hidden else exactly(plain))


def _is_main_guard(node: cst.Comparison) -> bool:
    """`__name__ == "__main__"` or `!=`: the file that is linted is the one that is run."""
    comparison = node.comparisons[0]
    other = comparison.comparator
    return (
        isinstance(node.left, cst.Name)
        and node.left.value == "__name__"
        and isinstance(comparison.operator, cst.Equal | cst.NotEqual)
        and isinstance(other, cst.SimpleString)
        and other.raw_value == "__main__"
    )


def _is_all_known(value: Value, text: str | None) -> bool:
    """Whether the `text` that a value was taken for is all that it is."""
    if isinstance(value, Text):
        return value.written is not None and not value.is_member
    return text != "*"


def _as_text(value: Value) -> str:
    if isinstance(value, Text):
        return "*" if value.is_member else value.pattern
    if isinstance(value, Number | Signed) and value.quantity.known:
        return "*" if numbers.is_uncertain(value.quantity) else str(value.quantity.low)
    return "*"


def _is_slice(node: cst.Subscript) -> bool:
    return any(isinstance(element.slice, cst.Slice) for element in node.slice)


def _column_of(key: Value) -> Value:
    """`df["x"]` is a column expression; with another key it reads what can't be told."""
    if isinstance(key, Text) and key.exact is not None:
        return _column(key.exact)
    return ExpressionValue(None)


def _column(name: str) -> ExpressionValue:
    return ExpressionValue(frozenset({name}), name, text=f"col({name!r})", shape=column(name))
