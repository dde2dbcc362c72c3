"""The values of a program's expressions."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from daft_lint.index.traversal import Function
from daft_lint.index.tree import dotted
from daft_lint.inference.arguments import defaults_of
from daft_lint.inference.comprehensions import Comprehensions
from daft_lint.inference.objects import Objects
from daft_lint.inference.run import Run
from daft_lint.inference.scope import Kind
from daft_lint.plan.quantity import Origin, OriginKind, between, exactly
from daft_lint.plan.shapes import UNCLEAR, column
from daft_lint.values import expression_shapes, infix, numbers, texts
from daft_lint.values.columns import combined
from daft_lint.values.truth import truth
from daft_lint.values.values import (
    UNKNOWN,
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

# Longer texts and larger containers aren't followed item by item.
_LONGEST = 10_000
# A list or dict written out at such a length is a table that a program wrote: data, no options.
_LONGEST_DISPLAY = 1_000
_NAMESPACES = frozenset({"globals", "locals", "vars"})
_PLAIN = (ast.Name, ast.Attribute, ast.Constant)


@dataclass(frozen=True, slots=True)
class Receiver:
    """What a method is called on or an item is of; `holder` is what it is an attribute of."""

    node: ast.expr
    value: Value
    holder: Value = UNKNOWN


class Expressions:
    """Evaluates expressions in the scope in turn."""

    def __init__(self, run: Run, objects: Objects) -> None:
        self._run = run
        self._comprehensions = comprehensions = Comprehensions(run, objects)
        self._readers: dict[type[ast.expr], Callable[[Any], Value]] = {
            ast.Constant: self._constant,
            ast.JoinedStr: self._formatted,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.BinOp: self._binary,
            ast.UnaryOp: self._unary,
            ast.Compare: self._comparison,
            ast.BoolOp: self._boolean,
            ast.IfExp: self._choice,
            ast.List: self._sequence,
            ast.Tuple: self._sequence,
            ast.Set: self._set,
            ast.Dict: self._dict,
            ast.ListComp: comprehensions.value,
            ast.SetComp: comprehensions.value,
            ast.GeneratorExp: comprehensions.value,
            ast.DictComp: comprehensions.value,
            ast.Await: lambda node: self.value(node.value),
            ast.Lambda: self._lambda,
            ast.NamedExpr: self._named,
            ast.Starred: lambda node: self.value(node.value),
            ast.Yield: self._yield,
            ast.YieldFrom: lambda node: item_of(self.value(node.value)),
        }

    def reads(self, kind: type[ast.expr], reader: Callable[[Any], Value]) -> None:
        """Expressions of a kind are read by something else."""
        self._readers[kind] = reader

    def value(self, node: ast.expr) -> Value:
        """What an expression stands for; unknown for every form that isn't followed."""
        run = self._run
        run.effort.spend()
        reader = self._readers.get(type(node))
        if reader is None:
            return UNKNOWN
        value = reader(node)
        kind = type(value)
        if (kind is Items or kind is Mapping) and run.changes.hides(value):
            return one_of(value)
        return value

    def receiver(self, node: ast.expr) -> Receiver:
        """What a method is called on or an item is of; each part is evaluated once."""
        if not isinstance(node, ast.Attribute):
            return Receiver(node, self.value(node))
        holder = self.value(node.value)
        value = self._run.attribute(holder, node.attr)
        if isinstance(value, Items | Mapping) and self._run.changes.hides(value):
            value = one_of(value)
        return Receiver(node, value, holder)

    def _constant(self, node: ast.Constant) -> Value:
        literals = self._run.file.literals
        if node not in literals:
            literals[node] = self._literal(node)
        return literals[node]

    def _literal(self, node: ast.Constant) -> Value:
        value = node.value
        if value is None:
            return Nothing()
        if isinstance(value, bool):
            return Flag(value)
        if isinstance(value, int | float) and numbers.is_countable(value):
            origin = Origin(OriginKind.LITERAL, f"{value:,}", self._run.span(node))
            return Number(exactly(value, origin))
        return texts.of(value, known=True) if isinstance(value, str) else UNKNOWN

    def _formatted(self, node: ast.JoinedStr) -> Value:
        pattern, known = "", True
        for part in node.values:
            if isinstance(part, ast.Constant):
                pattern += str(part.value)
                continue
            assert isinstance(part, ast.FormattedValue)
            value = self.value(part.value)
            plain = part.format_spec is None and part.conversion == -1
            piece = _as_text(value) if plain else "*"
            known = known and plain and _is_all_known(value, piece)
            pattern += piece
        return texts.of(pattern, known=known)

    def _name(self, node: ast.Name) -> Value:
        name, run = node.id, self._run
        if name == "__name__":
            return Text("*")
        found = run.scope.lookup(name)
        if name in run.file.rebound:
            kept = run.bound_elsewhere.get((run.file.path, name), ())
            return one_of(*kept, *(() if found is None else (found,)))
        if isinstance(found, Imported):
            value = run.modules.resolve(found)
            is_open = run.modules.may_have_any_name_set(run.file.path)
            return one_of(value) if is_open and run.scope.is_from_around(name) else value
        if found is not None:
            is_set = (
                len(run.files) > 1
                and run.scope.is_from_around(name)
                and (run.modules.is_set_from_afar(name, found) or self._is_registry(name, found))
            )
            return one_of(found) if is_set else found
        return Imported(f"builtins.{name}") if hasattr(builtins, name) else UNKNOWN

    def _is_registry(self, name: str, value: Value) -> bool:
        """Whether a list or dict is still empty, and functions fill it: code out of sight may."""
        if isinstance(value, Items):
            is_empty = value.length.high == 0
        else:
            is_empty = isinstance(value, Mapping) and not value.entries
        return is_empty and name in self._run.file.filled

    def _attribute(self, node: ast.Attribute) -> Value:
        return self._run.attribute(self.value(node.value), node.attr)

    def _subscript(self, node: ast.Subscript) -> Value:
        if is_namespace(node.value):
            return self._of_namespace(self.value(node.slice))
        owner = self.value(node.value)
        is_slice = isinstance(node.slice, ast.Slice)
        key = UNKNOWN if is_slice else self.value(node.slice)
        if isinstance(owner, ObjectValue):
            return self._called(owner, "__getitem__", Arguments((key,)))
        if owner == Imported("sys.modules"):
            name = key.exact if isinstance(key, Text) else None
            return UNKNOWN if name is None else self._run.modules.imported(name)
        if isinstance(owner, FrameValue):
            if is_slice or isinstance(key, Items):
                several = isinstance(node.slice, ast.Tuple)
                keys = key.values if several and isinstance(key, Items) else None
                return self.selected(node, owner, keys if keys is not None else (key,))
            name = key.exact if isinstance(key, Text) else None
            return ExpressionValue(None) if name is None else column_of(name)
        if isinstance(owner, ExpressionValue):
            return combined(
                owner, key, conjunction=False, shape=expression_shapes.item_of(owner, key)
            )
        found = key_of(key)
        if isinstance(owner, Mapping) and found is not None:
            return owner.get(found)
        if isinstance(owner, Items) and owner.values is not None:
            place = numbers.whole_number(key)
            if place is not None and -len(owner.values) <= place < len(owner.values):
                return owner.values[place]
        if isinstance(owner, ClassValue) and owner.enumerates and isinstance(key, Text):
            member = self._run.attribute(owner, key.exact or "")
            return member if isinstance(member, MemberValue) else UNKNOWN
        return item_of(owner)

    selected: Callable[[ast.Subscript, FrameValue, Sequence[Value]], Value]

    def _called(self, owner: ObjectValue, name: str, arguments: Arguments) -> Value:
        method = self._run.attribute(owner, name)
        if isinstance(method, FunctionValue):
            return self._run.call(method, arguments, None)
        return UNKNOWN

    def _of_namespace(self, key: Value) -> Value:
        """`globals()[key]`."""
        module = self._run.scope.outermost
        if isinstance(key, Text) and key.exact is not None:
            return one_of(module.own(key.exact) or UNKNOWN)
        return one_of(*(name for name in module.names.values() if isinstance(name, FunctionValue)))

    def _binary(self, node: ast.BinOp) -> Value:
        # Long sums nest to the left as deep as they are long.
        waiting = [node]
        while isinstance(waiting[-1].left, ast.BinOp):
            waiting.append(waiting[-1].left)
        value = self.value(waiting[-1].left)
        while waiting:
            next_node = waiting.pop()
            self._run.effort.spend()
            value = infix.operated(next_node.op, value, self.value(next_node.right))
        return value

    def _unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(value, ExpressionValue):
            inverted = isinstance(node.op, ast.Invert)
            shape = expression_shapes.negated(value) if inverted else UNCLEAR
            return combined(value, value, conjunction=False, shape=shape)
        if isinstance(node.op, ast.Not):
            value_true = truth(value)
            return UNKNOWN if value_true is None else Flag(not value_true)
        if isinstance(node.op, ast.USub):
            return numbers.negated(value)
        return value if isinstance(node.op, ast.UAdd) else UNKNOWN

    def _comparison(self, node: ast.Compare) -> Value:
        values = [self.value(node.left)]
        for operator, target in zip(node.ops, node.comparators, strict=True):
            if isinstance(target, ast.Set):
                values.append(self._sequence(target))
            else:
                values.append(self.value(target))
            if isinstance(operator, ast.In | ast.NotIn):
                self._run.changes.use_up(values[-1])
        symbol = node.ops[0]
        if isinstance(symbol, ast.Is | ast.IsNot) and len(values) == 2:
            return infix.compared(symbol, *values)
        if any(isinstance(value, ExpressionValue) for value in values):
            whole = values[0]
            shape = UNCLEAR
            if len(values) == 2:
                shape = expression_shapes.operated(type(symbol).__name__, *values)
            for value in values[1:]:
                whole = combined(whole, value, conjunction=False, shape=shape)
            return whole
        if len(values) == 2 and is_main_guard(node):
            return Flag(isinstance(symbol, ast.Eq) == self._run.is_at_root)
        answers = [
            infix.compared(operator, *pair)
            for operator, pair in zip(node.ops, pairwise(values), strict=True)
        ]
        if Flag(False) in answers:
            return Flag(False)
        return Flag(True) if all(answer == Flag(True) for answer in answers) else UNKNOWN

    def _boolean(self, node: ast.BoolOp) -> Value:
        is_or = isinstance(node.op, ast.Or)
        value = self.value(node.values[0])
        for other in node.values[1:]:
            value_true = truth(value)
            if value_true is None:
                value = self.either(value, self._perhaps(other))
            elif value_true != is_or:
                value = self.value(other)
            else:
                return value
        return value

    def _choice(self, node: ast.IfExp) -> Value:
        run = self._run
        test_true = truth(self.value(node.test))
        if test_true is not None:
            return self.value(node.body if test_true else node.orelse)
        ways = []
        asked = run.circumstances.ask()
        for way, holds in ((node.body, True), (node.orelse, False)):
            with run.circumstances.kept():
                run.circumstances.assume(node.test, holds=holds, asked=asked)
                ways.append(self._perhaps(way))
        return self.either(*ways)

    def either(self, left: Value, right: Value) -> Value:
        """One of two values; frames go on as one."""
        value = join(left, right)
        if isinstance(value, FrameValue):
            plans = (side.plan for side in (left, right) if isinstance(side, FrameValue))
            self._run.recorder.met(value.plan, self._run.where, *plans)
        return value

    def _perhaps(self, node: ast.expr) -> Value:
        """The value of an expression that not every run evaluates."""
        if isinstance(node, _PLAIN):
            return self.value(node)
        return self._run.perhaps(lambda: self.value(node))

    def _sequence(self, node: ast.List | ast.Tuple | ast.Set) -> Value:
        if len(node.elts) > _LONGEST_DISPLAY:
            plain = sum(not isinstance(elt, ast.Starred) for elt in node.elts)
            hidden = plain < len(node.elts)
            return Items(between(plain, math.inf) if hidden else exactly(plain))
        values: list[Value] = []
        hidden = False
        for element in node.elts:
            value = self.value(element)
            if not isinstance(element, ast.Starred):
                values.append(value)
                continue
            self._run.changes.use_up(value)
            if isinstance(value, Items) and value.values is not None:
                values += value.values
            else:
                hidden = True
        if hidden:
            return Items(between(len(values), math.inf))
        origin = Origin(OriginKind.LITERAL, f"{len(values):,} items", self._run.span(node))
        kept = tuple(values) if len(values) <= _LONGEST else None
        return Items(exactly(len(values), origin), kept)

    def _set(self, node: ast.Set) -> Value:
        """Equal items of a set are one."""
        items = self._sequence(node)
        assert isinstance(items, Items)
        return Items(between(min(items.length.low, 1), items.length.high, *items.length.origins))

    def _dict(self, node: ast.Dict) -> Value:
        if len(node.keys) > _LONGEST_DISPLAY:
            return UNKNOWN
        entries: list[tuple[Key, Value]] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                entries.append((key_of(self.value(key)), self.value(value)))
            else:
                spread = self.value(value)
                entries += spread.entries if isinstance(spread, Mapping) else [(None, UNKNOWN)]
        return Mapping.of(entries) if len(entries) <= _LONGEST else UNKNOWN

    def _lambda(self, node: ast.Lambda) -> Value:
        return self.function(node, "<lambda>")

    def function(self, node: Function, name: str) -> FunctionValue:
        """The bare function of a `def` or lambda, its defaults as they are here."""
        scope = self._run.scope
        return FunctionValue(
            node,
            scope.of_functions,
            name,
            defaults_of(node, self.value),
            home=scope.home,
        )

    def _named(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        if isinstance(node.target, ast.Name):
            scope, state = self._run.scope, self._run.state
            state.put(scope.names, node.target.id, value)
            while scope.kind is Kind.COMPREHENSION and scope.parent is not None:
                scope = scope.parent
                state.put(scope.names, node.target.id, UNKNOWN)
        return value

    def _yield(self, node: ast.Yield) -> Value:
        run = self._run
        value = Nothing() if node.value is None else self.value(node.value)
        if run.function_ends and not run.state.ended:
            ends = run.function_ends[-1]
            ends.yielded.append((run.state.way(ends.mark, ends.scope.names), value))
        return UNKNOWN


def column_of(name: str) -> ExpressionValue:
    """A column by its name."""
    return ExpressionValue(frozenset({name}), name, text=f"col({name!r})", shape=column(name))


def is_namespace(node: ast.expr) -> bool:
    """Whether it is `globals()` and the like: the names around, by which they may be set too."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in _NAMESPACES
        and not node.args
    )


def is_main_guard(node: ast.expr) -> bool:
    """`__name__ == "__main__"` or `!=`: the file that is linted is the one that is run."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return False
    other = node.comparators[0]
    return (
        dotted(node.left) == "__name__"
        and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        and isinstance(other, ast.Constant)
        and other.value == "__main__"
    )


def _is_all_known(value: Value, text: str) -> bool:
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
