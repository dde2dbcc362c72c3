"""What the expressions of a program stand for."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    ExpressionValue,
    Flag,
    FrameValue,
    FunctionValue,
    Imported,
    Items,
    Mapping,
    Nothing,
    Number,
    Text,
    Value,
    join,
)

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

# Expressions whose rows grow: bytes fetched, media decoded. Light rows end here.
HEAVY_NAMES = frozenset(
    {
        "download",
        "decode",
        "decode_image",
        "image_decode",
        "url_download",
        "read_file",
        "resize",
        "to_tensor",
        "video_frames",
        "video_keyframes",
    }
)

_MOST_LITERALS = 8
# Longer displays are data, not options; looking at each item would take minutes.
_MOST_ITEMS = 1_000


class Expressions:
    """Evaluates expression nodes in a state."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.calls: Calls
        self._readers: dict[type[cst.CSTNode], Callable[[cst.CSTNode, State], Value]] = {
            cst.Integer: self._integer,
            cst.Float: self._float,
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
            cst.Set: self._sequence,
            cst.Dict: self._dict,
            cst.ListComp: self._comprehension,
            cst.SetComp: self._comprehension,
            cst.GeneratorExp: self._comprehension,
            cst.Await: self._await,
            cst.Lambda: self._lambda,
            cst.NamedExpr: self._named,
            cst.StarredElement: self._starred,
        }

    def value(self, node: cst.CSTNode, state: State) -> Value:
        """What an expression stands for; unknown for every form that isn't followed."""
        self._session.spend()
        reader = self._readers.get(type(node))
        return reader(node, state) if reader is not None else UNKNOWN

    def arguments(self, call: cst.Call, state: State) -> Arguments:
        """The values of a call's arguments."""
        positional: list[Value] = []
        keywords: dict[str, Value] = {}
        complete = True
        for argument in call.args:
            value = self.value(argument.value, state)
            if argument.star == "*":
                if isinstance(value, Items) and value.values is not None:
                    positional += value.values
                else:
                    complete = False
            elif argument.star == "**":
                known = isinstance(value, Mapping) and all(key for key, _ in value.entries)
                if isinstance(value, Mapping) and known:
                    keywords.update({key: entry for key, entry in value.entries if key})
                else:
                    complete = False
            elif argument.keyword is not None:
                keywords[argument.keyword.value] = value
            else:
                positional.append(value)
        return Arguments(tuple(positional), keywords, complete)

    def _literal(self, number: float, node: cst.CSTNode) -> Number:
        span = self._session.span(node)
        return Number(exactly(number, Origin(OriginKind.LITERAL, f"{number:,}", span)))

    def _integer(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Integer)
        return self._literal(node.evaluated_value, node)

    def _float(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Float)
        number = node.evaluated_value
        return self._literal(number, node) if math.isfinite(number) else UNKNOWN

    def _string(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.SimpleString)
        value = node.evaluated_value
        return Text(value) if isinstance(value, str) else UNKNOWN

    def _concatenated(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.ConcatenatedString)
        left, right = self.value(node.left, state), self.value(node.right, state)
        if isinstance(left, Text) and isinstance(right, Text):
            return Text(left.pattern + right.pattern)
        return UNKNOWN

    def _formatted(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.FormattedString)
        pattern = ""
        for part in node.parts:
            if isinstance(part, cst.FormattedStringText):
                pattern += part.value
            elif isinstance(part, cst.FormattedStringExpression):
                value = self.value(part.expression, state)
                plain = part.format_spec is None and part.conversion is None
                pattern += _as_text(value) if plain else "*"
        return Text(pattern)

    def _name(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Name)
        if node.value in _SINGLETONS:
            return _SINGLETONS[node.value]
        found = state.scope.lookup(node.value)
        if found is None:
            return Imported(f"builtins.{node.value}")
        return found

    def _attribute(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Attribute)
        return self.calls.attribute(self.value(node.value, state), node.attr.value, state)

    def _call(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Call)
        return self.calls.call(node, state)

    def _subscript(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Subscript)
        owner = self.value(node.value, state)
        keys = [
            self.value(element.slice.value, state)
            for element in node.slice
            if isinstance(element.slice, cst.Index)
        ]
        if isinstance(owner, FrameValue):
            return _columns_of(keys)
        if isinstance(owner, ExpressionValue):
            return owner
        key = keys[0] if len(keys) == 1 else UNKNOWN
        if isinstance(owner, Mapping) and isinstance(key, Text):
            return dict(owner.entries).get(key.exact, UNKNOWN)
        if isinstance(owner, Items) and owner.values is not None and isinstance(key, Number):
            return _item(owner.values, key)
        return UNKNOWN

    def _binary(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.BinaryOperation)
        left, right = self.value(node.left, state), self.value(node.right, state)
        if isinstance(left, ExpressionValue) or isinstance(right, ExpressionValue):
            both = isinstance(node.operator, cst.BitAnd)
            return _combined(left, right, conjunction=both)
        if isinstance(left, Text) and isinstance(right, Text):
            if isinstance(node.operator, cst.Add):
                return Text(left.pattern + right.pattern)
            if isinstance(node.operator, cst.Divide):
                return Text(f"{left.pattern.rstrip('/')}/{right.pattern}")
        if isinstance(left, Items) and isinstance(node.operator, cst.Multiply | cst.Add):
            return _grown(left, right, node.operator)
        if isinstance(left, Number) and isinstance(right, Number):
            return _arithmetic(node.operator, left.quantity, right.quantity)
        return UNKNOWN

    def _unary(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.UnaryOperation)
        value = self.value(node.expression, state)
        if isinstance(value, ExpressionValue):
            return _combined(value, value, conjunction=False)
        if isinstance(node.operator, cst.Not) and isinstance(value, Flag):
            return Flag(not value.value)
        return value if isinstance(node.operator, cst.Plus) else UNKNOWN

    def _comparison(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Comparison)
        values = [self.value(node.left, state)]
        values += [self.value(target.comparator, state) for target in node.comparisons]
        if any(isinstance(value, ExpressionValue) for value in values):
            combined = values[0]
            for value in values[1:]:
                combined = _combined(combined, value, conjunction=False)
            return combined
        if _is_main_guard(node):
            return Flag(True)
        return UNKNOWN

    def _boolean(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.BooleanOperation)
        return join(self.value(node.left, state), self.value(node.right, state))

    def _choice(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.IfExp)
        test = self.value(node.test, state)
        if isinstance(test, Flag):
            return self.value(node.body if test.value else node.orelse, state)
        return join(self.value(node.body, state), self.value(node.orelse, state))

    def _sequence(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.List | cst.Tuple | cst.Set)
        if len(node.elements) > _MOST_ITEMS:
            return _uncounted(node)
        values: list[Value] = []
        for element in node.elements:
            value = self.value(element.value, state)
            if not isinstance(element, cst.StarredElement):
                values.append(value)
            elif isinstance(value, Items) and value.values is not None:
                values += value.values
            else:
                return Items(between(len(values), math.inf))
        origin = Origin(OriginKind.LITERAL, f"{len(values):,} items", self._session.span(node))
        return Items(exactly(len(values), origin), tuple(values), literal=True)

    def _dict(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Dict)
        if len(node.elements) > _MOST_ITEMS:
            return Mapping(((None, UNKNOWN),))
        entries: list[tuple[str | None, Value]] = []
        for element in node.elements:
            if isinstance(element, cst.DictElement):
                key = self.value(element.key, state)
                name = key.exact if isinstance(key, Text) else None
                entries.append((name, self.value(element.value, state)))
            else:
                spread = self.value(element.value, state)
                entries += spread.entries if isinstance(spread, Mapping) else [(None, UNKNOWN)]
        return Mapping(tuple(entries))

    def _comprehension(self, node: cst.CSTNode, state: State) -> Value:
        """How many items: the product of what is looped over, fewer when there is a condition."""
        assert isinstance(node, cst.ListComp | cst.SetComp | cst.GeneratorExp)
        length = exactly(1)
        clause: cst.CompFor | None = node.for_in
        while clause is not None:
            over = self.value(clause.iter, state)
            count = over.length if isinstance(over, Items) else unknown()
            length = length * count
            if clause.ifs or isinstance(node, cst.SetComp):
                length = between(0, length.high, *length.origins)
            clause = clause.inner_for_in
        return Items(length)

    def _await(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Await)
        return self.value(node.expression, state)

    def _lambda(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.Lambda)
        return FunctionValue(node, state.scope, "<lambda>")

    def _named(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.NamedExpr)
        value = self.value(node.value, state)
        if isinstance(node.target, cst.Name):
            state.scope.names[node.target.value] = value
        return value

    def _starred(self, node: cst.CSTNode, state: State) -> Value:
        assert isinstance(node, cst.StarredElement)
        return self.value(node.value, state)


_SINGLETONS: dict[str, Value] = {
    "None": Nothing(),
    "True": Flag(True),
    "False": Flag(False),
    "__name__": Text("*"),
}


def _uncounted(node: cst.List | cst.Tuple | cst.Set) -> Items:
    """A table that a program wrote: how long it is, and nothing of what is in it."""
    plain = sum(not isinstance(element, cst.StarredElement) for element in node.elements)
    if isinstance(node, cst.Set):
        return Items(between(1, plain))
    return Items(exactly(plain) if plain == len(node.elements) else between(plain, math.inf))


def _is_main_guard(node: cst.Comparison) -> bool:
    """`__name__ == "__main__"`: a program that is linted is one that is run."""
    return isinstance(node.left, cst.Name) and node.left.value == "__name__"


def _as_text(value: Value) -> str:
    if isinstance(value, Text):
        return value.pattern
    if isinstance(value, Number) and value.quantity.known and not _is_default(value.quantity):
        return f"{value.quantity.low:g}"
    return "*"


def _is_default(quantity: Quantity) -> bool:
    return any(origin.kind is OriginKind.DEFAULT for origin in quantity.origins)


def _columns_of(keys: list[Value]) -> Value:
    """`df["x"]` is a column expression; `df["x", "y"]` and other keys read what can't be told."""
    key = keys[0] if len(keys) == 1 else UNKNOWN
    if isinstance(key, Text) and key.exact is not None:
        return ExpressionValue(frozenset({key.exact}), key.exact)
    return ExpressionValue(None)


def _item(values: tuple[Value, ...], key: Number) -> Value:
    index = int(key.quantity.low)
    return values[index] if key.quantity.known and index < len(values) else UNKNOWN


def as_expression(value: Value) -> ExpressionValue:
    """A value where an expression stands: constants read nothing, the unknown reads anything."""
    if isinstance(value, ExpressionValue):
        return value
    if isinstance(value, Number | Text | Flag | Nothing):
        return ExpressionValue(frozenset())
    return ExpressionValue(None, may_explode=True)


def merged(values: list[ExpressionValue], name: str | None = None) -> ExpressionValue:
    """One expression made of several."""
    reads = [value.reads for value in values]
    known = [columns for columns in reads if columns is not None]
    return ExpressionValue(
        reads=frozenset().union(*known) if len(known) == len(reads) else None,
        name=name,
        calls=tuple(dict.fromkeys(call for value in values for call in value.calls)),
        heavy=any(value.heavy for value in values),
        may_explode=any(value.may_explode for value in values),
    )


def _combined(left: Value, right: Value, *, conjunction: bool) -> ExpressionValue:
    sides = [as_expression(left), as_expression(right)]
    whole = merged(sides, sides[0].name)
    if not conjunction:
        return whole
    parts = tuple(part for side in sides for part in (side.conjuncts or (side,)))
    return ExpressionValue(
        whole.reads, whole.name, whole.calls, whole.heavy, whole.may_explode, parts
    )


def _grown(left: Items, right: Value, symbol: cst.BaseBinaryOp) -> Value:
    if isinstance(symbol, cst.Multiply) and isinstance(right, Number):
        return Items(left.length * right.quantity)
    if isinstance(symbol, cst.Add) and isinstance(right, Items):
        return Items(left.length + right.length)
    return UNKNOWN


_EXACT_OPERATORS: dict[type[cst.BaseBinaryOp], Callable[[float, float], float]] = {
    cst.Add: operator.add,
    cst.Subtract: operator.sub,
    cst.Multiply: operator.mul,
    cst.Divide: operator.truediv,
    cst.FloorDivide: operator.floordiv,
    cst.Modulo: operator.mod,
    cst.Power: operator.pow,
}


def _arithmetic(symbol: cst.BaseBinaryOp, left: Quantity, right: Quantity) -> Value:
    """Exact on two known numbers, bounds where both grow with their sides, else unknown."""
    origins = _few_literals((left + right).origins)
    if left.known and right.known:
        compute = _EXACT_OPERATORS.get(type(symbol))
        too_large = isinstance(symbol, cst.Power) and (left.low > 1e6 or right.low > 64)
        if compute is None or too_large:
            return UNKNOWN
        try:
            result = compute(_whole(left.low), _whole(right.low))
        except (ZeroDivisionError, OverflowError):
            return UNKNOWN
        return Number(exactly(result, *origins)) if result >= 0 else UNKNOWN
    if isinstance(symbol, cst.Add):
        return Number(left + right)
    if isinstance(symbol, cst.Multiply):
        return Number(left * right)
    return UNKNOWN


def _few_literals(origins: tuple[Origin, ...]) -> tuple[Origin, ...]:
    """All that isn't a plain literal, and as many literals as anybody wants to read."""
    literals = [origin for origin in origins if origin.kind is OriginKind.LITERAL]
    dropped = frozenset(literals[_MOST_LITERALS:])
    return tuple(origin for origin in origins if origin not in dropped)


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number
