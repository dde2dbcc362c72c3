"""Expressions of a module as plain data, each use of a name with the definition that reaches it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from daft_lint.index.code import (
    CHANGES,
    ELSEWHERE,
    GETTERS,
    OPAQUE,
    UNBOUND,
    Block,
    Call,
    Definition,
    Expression,
    ItemSet,
    Iteration,
    Parameter,
    Place,
    Write,
    last_name,
    name_of,
    names_held,
)
from daft_lint.index.environment import Environment, definition_of
from daft_lint.index.traversal import MUTATORS, walk

_KEPT = (type(None), bool, int, float, str)
_LONGEST_TEXT = 10_000
# Of a name with more definitions, none is looked at.
_MOST_WAYS = 50
CONTAINERS = frozenset({"comprehension", "dict", "items"})
"""The kinds of expressions that make a list, dict or set."""
# Built-in functions that leave what they are given as it is.
_READING = frozenset(
    {
        "all",
        "any",
        "dict",
        "enumerate",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "print",
        "range",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "zip",
    }
)
_SETTERS = frozenset({"setattr", "delattr"})
# Functions that give the items of a dict or list themselves.
_ITEMS = frozenset({"copy", "items", "values"})
_HANDS_ON = frozenset({"dict", "enumerate", "filter", "list", "reversed", "sorted", "tuple", "zip"})
_GIVES_ONE = frozenset({"max", "min", "next"})
# Clocks that a loop reads to time its rounds, without the module's name.
_CLOCKS = frozenset(
    {"datetime.now", "monotonic", "perf_counter", "perf_counter_ns", "process_time", "time"}
)
_OWN_SETTERS = frozenset({"__setattr__", "__delattr__"})


def place_of(node: Any) -> Place:
    """Where a node stands."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


class Expressions(Environment):
    """Notes what expressions use, call and bind, in the order of their evaluation."""

    def expression(self, node: ast.expr | None) -> Expression:
        """An expression as plain data."""
        handler = _HANDLERS.get(type(node))
        return OPAQUE if handler is None else handler(self, node)

    def constant(self, node: ast.Constant) -> Expression:
        """A literal."""
        value = node.value
        if type(value) not in _KEPT or (isinstance(value, str) and len(value) > _LONGEST_TEXT):
            return OPAQUE
        return "constant", value, place_of(node) if isinstance(value, int | float) else None

    def name(self, node: ast.Name) -> Expression:
        """A use of a name, with the definition in force."""
        found = self.found(node.id)
        return "name", node.id, ELSEWHERE if found is None else found

    def attribute(self, node: ast.Attribute) -> Expression:
        """An attribute, with what this scope set it to before."""
        if node.attr in MUTATORS and node is not self.called:
            # It may be called anywhere from now on.
            self.mutated(node.value, "disturbed")
        base = self.expression(node.value)
        definition = None
        if node.attr in self.attributes and base[0] == "name":
            definition = self.found(f"{base[1]}.{node.attr}")
        return "attribute", base, node.attr, ELSEWHERE if definition is None else definition

    def call(self, node: ast.Call) -> Expression:
        """A call, its arguments evaluated first."""
        self.called = node.func
        function = self.expression(node.func)
        arguments = [self.expression(each) for each in node.args]
        keywords = [(each.arg, self.expression(each.value)) for each in node.keywords]
        place = place_of(node)
        name = last_name(function[1] if function[0] == "subscript" else function)
        start = (place[0], place[1])
        if isinstance(node.func, ast.Attribute):
            start = (
                node.func.end_lineno or 0,
                (node.func.end_col_offset or 0) - len(name.encode()),
            )
        number = len(self.index.calls)
        call = Call(function, arguments, keywords, place, start, self.scope.number, self.block)
        self.index.calls.append(call)
        if name:
            self.index.calls_by_name.setdefault(name, []).append(number)
            self.effects(node, call, name, number)
            if name_of(function).removeprefix("time.") in _CLOCKS:
                for *_, loop in self.loops:
                    loop.clocks += 1
        if name not in _READING:
            for each in (*arguments, *(value for keyword, value in keywords if keyword)):
                for _, given, definition in names_held(each):
                    if definition >= 0 and self.is_container(definition):
                        self.redefined(given, "lent", number)
        if self.held and function[0] == "attribute" and self.is_own(function[1]):
            self.called_own(number)
        return "call", number

    def is_container(self, definition: int) -> bool:
        """Whether a definition may be one of a list, dict or set that is written out."""
        waiting = [definition]
        for _ in range(_MOST_WAYS):
            if not waiting:
                return False
            kind, *rest = self.index.definitions[waiting.pop()]
            if kind == "value" and rest[1][0] in CONTAINERS:
                return True
            if kind == "either":
                waiting += [each for each in rest[1:] if each >= 0]
            elif (kind in CHANGES or kind in {"after", "loop"}) and rest[0] >= 0:
                waiting.append(rest[0])
        return True

    def is_own(self, base: Expression) -> bool:
        """Whether a method is called on the object of the method that calls it."""
        if base[0] == "call":
            return self.index.calls[base[1]].function[:2] == ("name", "super")
        return base[:2] == ("name", self.owner)

    def effects(self, node: ast.Call, call: Call, name: str, number: int) -> None:
        """The effects of a call on names."""
        if isinstance(node.func, ast.Attribute):
            if name in MUTATORS:
                self.mutated(node.func.value, "mutated", number)
            elif name in _OWN_SETTERS and call.arguments:
                parts = [call.function[1], *call.arguments]
                # `object.__setattr__(owner, key, value)` is another way to write it.
                self.set_by_text(*parts[len(parts) - 3 :][:2])
        elif name == "exec":
            self.set_any()
        for place, part in enumerate(call.arguments[:-1]):
            if last_name(part) in _SETTERS:
                self.set_by_text(*call.arguments[place + 1 :][:2])
        is_setter = name in _SETTERS or name_of(call.function).endswith("patch.object")
        if call.arguments and (is_setter or name == "patch"):
            self.set_by_text(*call.arguments[:2])

    def set_any(self) -> None:
        """Code out of sight may bind any name of the module."""
        self.index.is_open = True
        for name, number in [] if self.scope.number else [*self.last.items()]:
            if self.index.definitions[number][0] == "value":
                self.hold(name, self.define("opaque"))

    def set_by_text(self, owner: Expression, key: Expression = OPAQUE) -> None:
        """An attribute is set whose name is a text; where that is computed, any may be meant.

        `patch("module.name")` says all in one text.
        """
        known = key[1] if key[0] == "constant" and isinstance(key[1], str) else "*"
        if owner[0] == "constant" and isinstance(owner[1], str):
            module, _, known = owner[1].rpartition(".")
            owner = "module", module, 0
        self.index.writes.append(Write(owner, known, self.scope.number))

    def redefined(self, name: str, kind: str, *more: Any) -> bool:
        """What a name stands for is changed in place; false where another scope has bound it."""
        before = self.found(name)
        if before is None:
            return False
        self.hold(name, self.define(kind, before, *more))
        return True

    def mutated(self, owner: ast.expr, kind: str, *more: Any) -> None:
        """Something changes a list, dict or set in place."""
        key = _attribute_of_name(owner)
        if isinstance(owner, ast.Name):
            before = self.found(owner.id)
            if not self.redefined(owner.id, kind, *more):
                self.index.rebound.add(owner.id)
            elif before is not None:
                self.note_alias(self.index.definitions[before], through=kind == "disturbed")
            self.note_imported(owner.id)
        elif key is not None and self.found(key) is not None:
            self.redefined(key, kind, *more)
            if key in self.held:
                self.note_own(self.held[key], self.found(key))
        elif _is_of_globals(owner):
            self.set_any()
        elif (whole := _of_namespace(owner)) is not None:
            self.index.writes.append(Write(self.expression(whole), "*", self.scope.number))
        elif isinstance(owner, ast.Attribute):
            self.written(owner, None)
        elif isinstance(owner, ast.Subscript):
            self.mutated(owner.value, "disturbed")
        elif isinstance(owner, ast.Call) and getattr(owner.func, "attr", "") in GETTERS:
            assert isinstance(owner.func, ast.Attribute)
            self.mutated(owner.func.value, "disturbed")

    def note_alias(self, definition: Definition, *, through: bool = False) -> None:
        """A change of something with another name, or held by something, changes that too."""
        while definition[0] in CHANGES:
            definition = self.index.definitions[definition[1]]
        if definition[0] in {"each", "part", "value"}:
            of = definition[2 if definition[0] == "value" else 1]
            self.note_change(of, through=through or definition[0] == "each")

    def still_is(self, name: str, definition: int) -> bool:
        """Whether a name may still have the value of a definition, changed or not."""
        current = self.found(name)
        while current is not None and current != definition and current >= 0:
            kind, *rest = self.index.definitions[current]
            if kind not in CHANGES:
                return kind in {"after", "either", "loop"}
            current = rest[0]
        return current == definition

    def note_change(self, of: Expression, *, through: bool) -> None:
        """Something changes what an expression gives, or an item of that: its names are changed."""
        match of:
            case ("attribute", base, name, _):
                self.index.writes.append(Write(base, name, self.scope.number))
            case ("name", name, definition):
                if definition >= 0 and not self.still_is(name, definition):
                    return
                if not self.redefined(name, "disturbed"):
                    self.index.rebound.add(name)
            case ("subscript", base, _, _):
                self.note_change(base, through=True)
            case ("or" | "and", parts) | ("items", _, parts, _):
                for part in parts:
                    self.note_change(part, through=through)
            case ("choice", _, *parts):
                for part in parts:
                    self.note_change(part, through=through)
            case ("dict", pairs) if through:
                for _, part in pairs:
                    self.note_change(part, through=True)
            case ("call", number):
                call = self.index.calls[number]
                name = last_name(call.function)
                gives = name in GETTERS or (through and name in _ITEMS)
                if call.function[0] == "attribute" and gives:
                    self.note_change(call.function[1], through=True)
                hands_on = name in _GIVES_ONE or (through and name in _HANDS_ON)
                for part in call.arguments if hands_on else ():
                    self.note_change(part, through=True)

    def note_imported(self, name: str) -> None:
        """A change of something that another module made is one of a name there."""
        for scope in (self.scope, self.index.module):
            for number in scope.bound.get(name, ())[:1]:
                definition = self.index.definitions[number]
                if definition[0] == "import" and definition[3] is not None:
                    module = ("module", definition[1], definition[2])
                    self.index.writes.append(Write(module, definition[3], self.scope.number))

    def written(self, target: ast.Attribute, definition: int | None) -> None:
        """An attribute is set, or what it holds is changed; then there is no definition of it."""
        base = target.value
        name = base.id if isinstance(base, ast.Name) else None
        around = self.index.scopes[self.scope.parent] if self.scope.parent >= 0 else None
        is_own = name is not None and name == self.owner and around is not None
        if is_own and around is not None and around.kind == "class":
            self.note_own(target.attr, definition)
        else:
            owner = self.expression(base)
            if owner[0] == "subscript" and name_of(owner[1]) == "sys.modules":
                owner = "module", owner[2][1], 0
            self.index.writes.append(Write(owner, target.attr, self.scope.number))
        if f"{name}.{target.attr}" in self.held and definition is not None:
            self.hold(f"{name}.{target.attr}", definition)
        elif name is not None and self.names is not None:
            if definition is not None:
                self.attributes.add(target.attr)
                self.names[f"{name}.{target.attr}"] = definition
            else:
                self.names.pop(f"{name}.{target.attr}", None)

    def note_own(self, attribute: str, definition: int | None) -> None:
        """A method sets an attribute of its object."""
        unclear = self.define("opaque") if definition is None else definition
        writes = self.index.scopes[self.scope.parent].writes
        writes.setdefault(attribute, []).append((self.scope.number, unclear))

    def subscript(self, node: ast.Subscript) -> Expression:
        """`a[b]`."""
        return "subscript", self.expression(node.value), self.expression(node.slice), place_of(node)

    def slice(self, node: ast.Slice) -> Expression:
        """`a:b`."""
        parts = (node.lower, node.upper, node.step)
        return ("slice", *(None if part is None else self.expression(part) for part in parts))

    def binary(self, node: ast.BinOp) -> Expression:
        """`a + b`."""
        left, right = self.expression(node.left), self.expression(node.right)
        return "binary", type(node.op).__name__, left, right

    def unary(self, node: ast.UnaryOp) -> Expression:
        """`-a`."""
        return "unary", type(node.op).__name__, self.expression(node.operand)

    def boolean(self, node: ast.BoolOp) -> Expression:
        """`a or b`."""
        kind, around = "or" if isinstance(node.op, ast.Or) else "and", self.block
        parts = [self.expression(node.values[0])]
        self.unsure += 1
        for each in node.values[1:]:
            if isinstance(each, ast.Call):
                test = parts[0] if len(parts) == 1 else (kind, [*parts])
                self.block = self.opened(Block(around, "if", test, holds=kind == "and"))
            parts.append(self.expression(each))
            self.block = around
        self.unsure -= 1
        return kind, parts

    def compare(self, node: ast.Compare) -> Expression:
        """`a < b`."""
        first = self.expression(node.left)
        others = [self.expression(each) for each in node.comparators]
        return "compare", [type(each).__name__ for each in node.ops], first, others

    def choice(self, node: ast.IfExp) -> Expression:
        """`a if b else c`."""
        test, around = self.expression(node.test), self.block
        ways = []
        self.unsure += 1
        for holds, way in ((True, node.body), (False, node.orelse)):
            if isinstance(way, ast.Call):
                self.block = self.opened(Block(around, "if", test, holds=holds))
            ways.append(self.expression(way))
            self.block = around
        self.unsure -= 1
        return "choice", test, *ways

    def items(self, node: ast.List | ast.Tuple | ast.Set) -> Expression:
        """A list, tuple or set."""
        parts = [self.expression(each) for each in node.elts]
        return "items", type(node).__name__, parts, place_of(node)

    def dict(self, node: ast.Dict) -> Expression:
        """A dict."""
        pairs = zip(node.keys, node.values, strict=True)
        return "dict", [
            (key and self.expression(key), self.expression(value)) for key, value in pairs
        ]

    def starred(self, node: ast.Starred) -> Expression:
        """`*a`."""
        return "starred", self.expression(node.value)

    def text(self, node: ast.JoinedStr) -> Expression:
        """An f-string."""
        parts = []
        for part in node.values:
            inner = part.value if isinstance(part, ast.FormattedValue) else part
            is_plain = not isinstance(part, ast.FormattedValue) or (
                part.format_spec is None and part.conversion == -1
            )
            parts.append((self.expression(inner), is_plain))
        return "text", parts

    def awaited(self, node: ast.Await) -> Expression:
        """`await a` is what comes of it."""
        return self.expression(node.value)

    def yielded(self, node: ast.Yield | ast.YieldFrom) -> Expression:
        """A generator: what it is sent is unknown."""
        self.scope.is_generator = True
        if isinstance(node, ast.Yield):
            self.stop_loops()
        self.expression(node.value)
        return OPAQUE

    def walrus(self, node: ast.NamedExpr) -> Expression:
        """`(a := b)`."""
        value = self.expression(node.value)
        name, before = node.target.id, self.found(node.target.id)
        number = self.define("value", name, value)
        if self.unsure:
            number = self.define("either", None, number, UNBOUND if before is None else before)
        self.bind(name, number)
        return ("name", name, number) if value[0] in CONTAINERS else value

    def lambda_(self, node: ast.Lambda) -> Expression:
        """A lambda."""
        parameters = self.parameters(node.args)
        around = self.enter("lambda", "<lambda>", place_of(node))
        self.take(parameters)
        scope = self.scope
        value = self.expression(node.body)
        scope.returns.append((value, self.block, len(self.index.calls)))
        self.leave(around)
        return "lambda", scope.number

    def parameters(self, arguments: ast.arguments) -> list[Parameter]:
        """The parameters of a function; defaults and annotations belong to the scope around it."""
        placed = [*arguments.posonlyargs, *arguments.args]
        missing = len(placed) - len(arguments.defaults)
        unnamed = len(arguments.posonlyargs)
        found = [
            self.parameter(each, "/" if number < unnamed else "", default)
            for number, (each, default) in enumerate(
                zip(placed, [*[None] * missing, *arguments.defaults], strict=True)
            )
        ]
        if arguments.vararg is not None:
            found.append(self.parameter(arguments.vararg, "*", None))
        found += [
            self.parameter(each, "k", default)
            for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        ]
        if arguments.kwarg is not None:
            found.append(self.parameter(arguments.kwarg, "**", None))
        return found

    def parameter(self, node: ast.arg, kind: str, default: ast.expr | None) -> Parameter:
        """One of them."""
        given = None if default is None else self.expression(default)
        noted = None if node.annotation is None else self.expression(node.annotation)
        return Parameter(node.arg, kind, place_of(node), given, noted)

    def take(self, parameters: list[Parameter]) -> None:
        """Bind the parameters of the function that begins here."""
        self.scope.parameters = parameters
        self.owner = parameters[0].name if parameters else None
        for each in parameters:
            self.bind(each.name, self.define("parameter", each.name))

    def comprehension(self, node: Any) -> Expression:
        """A comprehension, whose targets are names in it only; whole without `if` and nesting."""
        before = None if self.names is None else self.names.copy()
        last, bound = dict(self.last), {name: list(each) for name, each in self.scope.bound.items()}
        given, self.given_away = self.given_away, set()
        around, tests = self.block, 0
        blocks: list[int] = []
        begin = self.here()
        for generator in node.generators:
            iterable = self.expression(generator.iter)
            if not blocks:
                begin = self.here()
            header = (*place_of(generator.target)[:2], *place_of(generator.iter)[2:])
            block = Block(self.block, "loop", iterable, place=header, body=header)
            block.leaves = isinstance(node, ast.GeneratorExp)
            blocks.append(self.iterating(block, generator.iter))
            block.begin = begin
            self.target(generator.target, "each", iterable)
            tests += len(generator.ifs)
            for test in generator.ifs:
                self.expression(test)
        if isinstance(node, ast.DictComp):
            pair = [self.expression(node.key), self.expression(node.value)]
            element: Expression = ("items", "Tuple", pair, place_of(node))
        else:
            element = self.expression(node.elt)
        walrus = {
            name for name in self.scope.bound if name in last and self.last[name] != last[name]
        } & _assigned_in(node)
        # Each round gives it another value.
        kept = {name: self.define("opaque") for name in sorted(walrus)}
        own = {name for name in self.scope.bound if self.scope.bound[name] != bound.get(name)}
        changed: list[str] = []
        if before is not None and self.names is not None:
            now = [(name, number) for name, number in self.names.items() if name not in own]
            changed = [name for name, number in now if definition_of(before, name) != number]
        self.names, self.last, self.given_away = before, {**last, **kept}, given
        self.scope.bound = bound
        for name in changed:
            self.redefined(name, "disturbed")
        if self.names is not None:
            self.names.update(kept)
        self.block = around
        is_whole = not tests and len(node.generators) == 1
        first = self.index.blocks[blocks[0]].test
        if self.scope.kind == "class":
            # It doesn't see the names of the class.
            return OPAQUE
        return "comprehension", type(node).__name__, element, first, is_whole, blocks[0], begin

    def here(self) -> tuple[int, int]:
        """The numbers of the next definition and the next call."""
        return len(self.index.definitions), len(self.index.calls)

    def iterating(self, block: Block, over: ast.expr) -> int:
        """From here on, code is in a loop over something, which was evaluated just now."""
        assert block.test is not None
        around, self.block = self.block, self.opened(block)
        where = place_of(over), self.scope.number, around, self.block, len(self.index.calls)
        self.index.iterated.append(Iteration(block.test, *where))
        return self.block

    def target(
        self, node: ast.expr, kind: str, value: Expression, path: tuple[int, ...] = ()
    ) -> None:
        """Bind the target of an assignment (`kind` "value"), a loop ("each") or a `with`."""
        if isinstance(node, ast.Name):
            self.bind(node.id, self.of_target(node.id, kind, value, path))
        elif isinstance(node, ast.Attribute):
            self.written(node, self.of_target(node.attr, kind, value, path))
        elif isinstance(node, ast.Tuple | ast.List):
            starred = any(isinstance(part, ast.Starred) for part in node.elts)
            for number, part in enumerate(node.elts):
                unclear = starred and (isinstance(part, ast.Starred) or number > 0)
                inner = part.value if isinstance(part, ast.Starred) else part
                self.target(inner, kind, OPAQUE if unclear else value, (*path, number))
        elif isinstance(node, ast.Subscript):
            key = self.expression(node.slice)
            owner = self.expression(node.value)
            item = value if kind == "value" and not path else OPAQUE
            if name_of(owner) == "sys.modules":
                self.replaced(key)
            where = place_of(node), self.scope.number, self.block, len(self.index.calls)
            self.index.items_set.append(ItemSet(owner, key, item, *where))
            self.mutated(node.value, "item", key, item)
        elif isinstance(node, ast.Starred):
            self.target(node.value, kind, OPAQUE, path)

    def replaced(self, key: Expression) -> None:
        """Something else takes the place of a module, mostly of this one."""
        if key[0] == "constant":
            self.index.writes.append(Write(("module", key[1], 0), "*", self.scope.number))
        else:
            self.index.is_open = True

    def of_target(self, name: str, kind: str, value: Expression, path: tuple[int, ...]) -> int:
        """The definition of one target."""
        if value[0] == "opaque":
            return self.define("opaque")
        if kind == "each":
            return self.define("each", value, path, self.block)
        if kind == "entered":
            return self.define("entered", value) if not path else self.define("opaque")
        return self.define("part", value, path) if path else self.define("value", name, value)


def _attribute_of_name(node: ast.expr) -> str | None:
    """`name.attribute`; None for all else."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return None


def _is_of_globals(node: ast.expr) -> bool:
    """`globals()`, and `vars()` as in a module."""
    called = node.func if isinstance(node, ast.Call) and not node.args else None
    return isinstance(called, ast.Name) and called.id in {"globals", "vars"}


def _of_namespace(node: ast.expr) -> ast.expr | None:
    """The object in `object.__dict__` and `vars(object)`; None for all else."""
    if isinstance(node, ast.Attribute):
        return node.value if node.attr == "__dict__" else None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
        return None
    return node.args[0] if node.func.id == "vars" else None


def _assigned_in(node: ast.AST) -> set[str]:
    return {each.target.id for each in walk(node) if isinstance(each, ast.NamedExpr)}


_HANDLERS: dict[type, Callable[[Expressions, Any], Expression]] = {
    ast.Attribute: Expressions.attribute,
    ast.Await: Expressions.awaited,
    ast.BinOp: Expressions.binary,
    ast.BoolOp: Expressions.boolean,
    ast.Call: Expressions.call,
    ast.Compare: Expressions.compare,
    ast.Constant: Expressions.constant,
    ast.Dict: Expressions.dict,
    ast.DictComp: Expressions.comprehension,
    ast.GeneratorExp: Expressions.comprehension,
    ast.IfExp: Expressions.choice,
    ast.JoinedStr: Expressions.text,
    ast.Lambda: Expressions.lambda_,
    ast.List: Expressions.items,
    ast.ListComp: Expressions.comprehension,
    ast.Name: Expressions.name,
    ast.NamedExpr: Expressions.walrus,
    ast.Set: Expressions.items,
    ast.SetComp: Expressions.comprehension,
    ast.Slice: Expressions.slice,
    ast.Starred: Expressions.starred,
    ast.Subscript: Expressions.subscript,
    ast.Tuple: Expressions.items,
    ast.UnaryOp: Expressions.unary,
    ast.Yield: Expressions.yielded,
    ast.YieldFrom: Expressions.yielded,
}
