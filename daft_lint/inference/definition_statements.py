"""The statements `def` and `class`, followed to the values that they bind."""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

from daft_lint.daft_api import udfs
from daft_lint.index.outline import SUBCLASS_HOOK
from daft_lint.index.tree import changed_by, dotted
from daft_lint.inference import class_syntax, marimo
from daft_lint.inference.assumptions import with_assumptions
from daft_lint.inference.daft_calls import DaftCalls
from daft_lint.inference.expressions import Expressions
from daft_lint.inference.inheritance import inherited, resolution_order
from daft_lint.inference.objects import mangled
from daft_lint.inference.run import Run
from daft_lint.inference.scope import Kind, Scope
from daft_lint.modules.source_file import Definition, FunctionDef
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.values.values import (
    AUTO,
    UNKNOWN,
    Arguments,
    Binding,
    ClassValue,
    DecoratorValue,
    FunctionValue,
    Imported,
    MemberValue,
    Nothing,
    Number,
    ObjectValue,
    PartialValue,
    Text,
    UdfClassValue,
    UdfValue,
    Unknown,
    Value,
    WrapperValue,
    imported_name,
    is_constant,
)

# Methods by which a class changes how its objects are made, or what is set or asked for.
_MAGIC = frozenset({"__new__", "__setattr__", "__delattr__", "__getattribute__"})
# Bases by which an object is of a class that it wasn't made of, or of a built-in one.
_STRUCTURAL = frozenset(
    {"typing.NamedTuple", "typing.Protocol", "typing.TypedDict", "typing_extensions.Protocol"}
)
_PLAIN_METACLASSES = frozenset({"abc.ABCMeta", "builtins.type", "enum.EnumMeta", "enum.EnumType"})
# Bases that set no attribute but the fields.
_CLOSED_BASES = frozenset(
    {
        "abc.ABC",
        "builtins.object",
        "msgspec.Struct",
        "pydantic.BaseModel",
        "typing.Generic",
        "typing.NamedTuple",
        "typing.Protocol",
    }
)
_ENUMERATIONS = frozenset({"enum.Enum", "enum.Flag"})
_BINDINGS = {
    "builtins.staticmethod": Binding.STATIC,
    "builtins.classmethod": Binding.CLASS,
    "abc.abstractclassmethod": Binding.CLASS,
    "builtins.property": Binding.PROPERTY,
    "functools.cached_property": Binding.PROPERTY,
}
_CACHED = "functools.cached_property"
_REMEMBERING = frozenset({"functools.cache", "functools.lru_cache"})
_ACCESSORS = frozenset({"setter", "deleter"})
# Decorators that hand on what they are called with, and give what the function gives.
_TRANSPARENT = frozenset(
    {
        "abc.abstractmethod",
        "contextlib.asynccontextmanager",
        "contextlib.contextmanager",
        "functools.total_ordering",
        "typing.final",
        "typing.no_type_check",
        "typing.override",
        "typing_extensions.override",
    }
)
# Decorators of functions that end the program once they are called as scripts call them.
_COMMANDS = frozenset({"click.command", "click.group"})
# Packages whose decorators leave a method what it is for Daft.
_LEAVE_METHODS = frozenset(
    {
        "abc",
        "backoff",
        "builtins",
        "contextlib",
        "functools",
        "retry",
        "tenacity",
        "torch",
        "typing",
    }
)
# Packages whose decorators are known to hand on what a function is given and returns.
_HAND_ON = sys.stdlib_module_names | _LEAVE_METHODS | {"click", "daft", "pytest", "typer"}


class DefinitionStatements:
    """Binds the names of functions and classes."""

    def __init__(self, run: Run, expressions: Expressions, daft: DaftCalls) -> None:
        self._run = run
        self._expressions = expressions
        self._daft = daft

    def run_def(self, node: FunctionDef) -> None:
        """Run a `def`, or a cell of a notebook of marimo."""
        run = self._run
        if self._is_cell(node):
            run.called.add(node)
            run.block(marimo.code_of(node))
            return
        function = self._expressions.function(node, node.name)
        if run.is_at_root:
            run.functions.append(function)
        value = self._decorated(node, function)
        run.state.put(run.scope.names, node.name, self._daft.made_here(value))

    def _is_cell(self, node: FunctionDef) -> bool:
        if not node.decorator_list or self._run.scope.parent is not None:
            return False
        return marimo.is_cell(node) and marimo.is_notebook(self._run.file.document.text)

    def run_class(self, node: ast.ClassDef) -> None:
        """Run a `class`."""
        run = self._run
        first = len(run.functions)
        value = self._class(node)
        self._call_subclass_hook(value, node)
        # Methods are read with their class, as entry points of it, not as bare functions.
        del run.functions[first:]
        result = self._decorated(node, value)
        if isinstance(result, ClassValue):
            value = result
        if run.is_at_root and not isinstance(result, UdfClassValue | UdfValue):
            run.classes.append(value)
        run.state.put(run.scope.names, node.name, self._daft.made_here(result))

    def _class(self, node: ast.ClassDef) -> ClassValue:
        run = self._run
        bases = [self._base(base) for base in node.bases]
        own = [base for base in bases if isinstance(base, ClassValue)]
        run.spend(sum(len(base.order) for base in own))
        order = resolution_order(own)
        functions, constants = inherited(order)
        fields = {name: named for base in reversed(order) for name, named in base.fields}
        scope = Scope(Kind.CLASS, run.scope, home=node)
        with run.within(scope):
            run.block(node.body)
        written = {mangled(name, node.name): value for name, value in scope.names.items()}
        members = _with_members(node, written, bases)
        for name, member in members.items():
            if isinstance(member, FunctionValue):
                functions[name] = _at_home(member, node)
                constants.pop(name, None)
            else:
                constants[name] = member
                functions.pop(name, None)
        is_model = any(
            base.is_model
            if isinstance(base, ClassValue)
            else imported_name(base) in class_syntax.MODELS
            for base in bases
        )
        writes = any(imported_name(base) in class_syntax.FIELD_WRITERS for base in bases)
        if fields or is_model or writes:
            own_fields = class_syntax.fields_of(node)
            # An inherited field whose name the class binds stays what the base makes it.
            declared = own_fields if node.decorator_list or is_model or writes else {}
            hidden = members.keys() & fields.keys() - declared.keys()
            constants.update(dict.fromkeys(hidden, UNKNOWN))
            fields.update(own_fields)
        if is_model:
            # Names with an underscore in front are the object's own.
            fields = {name: named for name, named in fields.items() if not name.startswith("_")}
        closed = all(
            base.closed if isinstance(base, ClassValue) else imported_name(base) in _CLOSED_BASES
            for base in bases
        )
        refined = class_syntax.refined_fields(node).union(*(base.refined for base in order))
        return ClassValue(
            node=node,
            scope=run.scope,
            functions=functions,
            constants=constants,
            fields=class_syntax.in_order(fields),
            refined=refined,
            is_model=is_model,
            own=frozenset(members),
            order=order,
            closed=closed,
            plain=self._is_plain(node, members, order),
            enumerates=_enumerates(bases, members),
            nominal=closed and _is_nominal(bases, members),
            refitted=self._is_refitted(node, own),
            rests_on=tuple(origin for base in own for origin in base.rests_on),
        )

    def _call_subclass_hook(self, value: ClassValue, node: ast.ClassDef) -> None:
        """A base is told of each new class, and may write it down somewhere."""
        hooks = (base.function(SUBCLASS_HOOK) for base in value.order if base is not value)
        hook = next(
            (function_value for function_value in hooks if function_value is not None), None
        )
        if hook is not None:
            named = [keyword for keyword in node.keywords if keyword.arg != "metaclass"]
            given = {
                keyword.arg: self._run.value(keyword.value)
                for keyword in named
                if keyword.arg is not None
            }
            arguments = Arguments(keywords=given, complete=len(given) == len(named))
            self._run.call(replace(hook, bound_to=value), arguments, None)

    def _is_plain(
        self, node: ast.ClassDef, members: Mapping[str, Value], order: Sequence[ClassValue]
    ) -> bool:
        """Whether attributes of the class and of its objects are what they are set to."""
        names_itself = (
            isinstance(member, ObjectValue) and member.made_of.function("__set_name__") is not None
            for member in members.values()
        )
        if any(name in members for name in _MAGIC) or any(names_itself):
            return False
        if not all(base.plain and base.function(SUBCLASS_HOOK) is None for base in order):
            return False
        return imported_name(self._metaclass(node)) in _PLAIN_METACLASSES

    def _is_refitted(self, node: ast.ClassDef, bases: Sequence[ClassValue]) -> bool:
        """Whether a metaclass or a base may have put other methods in place."""
        if any(base.refitted for base in bases):
            return True
        return imported_name(self._metaclass(node)) not in _PLAIN_METACLASSES

    def _metaclass(self, node: ast.ClassDef) -> Value:
        """The metaclass that a class names; without one it is `type`."""
        named = next(
            (keyword.value for keyword in node.keywords if keyword.arg == "metaclass"), None
        )
        return Imported("builtins.type") if named is None else self._run.value(named)

    def _base(self, node: ast.expr) -> Value:
        """A base class; `Generic[T]` is `Generic`."""
        return self._run.value(node.value if isinstance(node, ast.Subscript) else node)

    def _decorated(self, node: Definition, target: Value) -> Value:
        """What a function or class is once its decorators are applied."""
        for decorator in reversed(node.decorator_list):
            target = self._applied(decorator, target, node)
        return target

    def _applied(self, decorator: ast.expr, target: Value, node: Definition) -> Value:
        """What a decorator makes of a function or class.

        One of this file is called. One out of sight is taken to call what it wraps and to give
        what that gives, but with arguments of its own where the call leaves them out.
        """
        run = self._run
        if marimo.is_plain(decorator) and marimo.is_notebook(run.file.document.text):
            return target
        value = run.value(decorator)
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = imported_name(run.value(called)) if dotted(called) else ""
        if isinstance(value, Imported) and value.name in udfs.DECORATORS:
            form = udfs.DECORATORS[value.name]
            value = DecoratorValue(form, udfs.read_options(Arguments()), decorator)
        if isinstance(value, DecoratorValue):
            return self._daft.decorated(value, target, functional=False)
        if isinstance(value, WrapperValue):
            return self._daft.wrapped(value, target)
        applied = FunctionValue | ClassValue | PartialValue
        if isinstance(value, applied) or run.wrapper(value):
            return run.apply(value, Arguments((target,)), node)
        if isinstance(target, FunctionValue):
            if isinstance(value, ObjectValue) and value.made_of.function("__call__") is not None:
                return run.apply(value, Arguments((target,)), node)
            if isinstance(value, ObjectValue) and value.made_of.function("__enter__") is not None:
                return replace(target, managers=(*target.managers, value))
            accessed = self._property_of(decorator)
            if accessed is not None:
                assert isinstance(decorator, ast.Attribute)
                return replace(accessed, setter=target) if decorator.attr == "setter" else accessed
            if name in _BINDINGS:
                return replace(target, binding=_BINDINGS[name], cached=name == _CACHED)
            if name in _REMEMBERING:
                return replace(target, remembers=True)
            if name == "functools.singledispatch":
                return UNKNOWN
            if name.partition(".")[0] not in _LEAVE_METHODS:
                target = replace(target, marked=target.marked or UNKNOWN)
            if name in _TRANSPARENT:
                return target
            target = replace(target, wrapped=True, exits=target.exits or name in _COMMANDS)
        if isinstance(target, ClassValue) and name in class_syntax.FIELD_WRITERS:
            fields = {**dict(target.fields), **class_syntax.fields_of(target.node)}
            return replace(target, fields=class_syntax.in_order(fields))
        assumed = _assumed(called, name, node)
        if isinstance(target, ClassValue) and name not in _TRANSPARENT:
            return replace(target, closed=False, rests_on=(*target.rests_on, *assumed))
        return with_assumptions(target, assumed, run)

    def _property_of(self, decorator: ast.expr) -> FunctionValue | None:
        """The property that `@name.setter` and `@name.deleter` add to."""
        if not isinstance(decorator, ast.Attribute) or decorator.attr not in _ACCESSORS:
            return None
        owner = self._run.value(decorator.value)
        if isinstance(owner, FunctionValue) and owner.binding is Binding.PROPERTY:
            return owner
        return None


def _assumed(decorator: ast.expr, name: str, node: Definition) -> tuple[Origin, ...]:
    """What is taken for granted of a decorator out of sight; `name` is its dotted one."""
    if name.partition(".")[0] in _HAND_ON:
        return ()
    around, inside = f"`{dotted(decorator)}`", f"`{node.name}`"
    if around == "``":
        around = "a decorator"
    text = f"{around} doesn't change {inside}"
    if not isinstance(node, ast.ClassDef):
        text = f"{around} passes on what {inside} gets and returns"
    return (Origin(OriginKind.ASSUMPTION, text),)


def _at_home(function: FunctionValue, node: ast.ClassDef) -> FunctionValue:
    """A function that a class has, wherever it was defined."""
    setter = function.setter and _at_home(function.setter, node)
    return replace(function, home=function.home or node, setter=setter)


def _is_nominal(bases: Sequence[Value], members: Mapping[str, Value]) -> bool:
    """Whether an object is of a class with such bases by its own class alone."""
    if "__subclasshook__" in members:
        return False
    return all(
        base.nominal if isinstance(base, ClassValue) else imported_name(base) not in _STRUCTURAL
        for base in bases
    )


def _enumerates(bases: Sequence[Value], members: Mapping[str, Value]) -> bool:
    """Whether a class with such bases has members that equal nothing but themselves."""
    return bool(bases) and "__eq__" not in members and all(map(_is_enumeration, bases))


def _is_enumeration(base: Value) -> bool:
    if isinstance(base, ClassValue):
        return base.enumerates and base.function("__eq__") is None
    return imported_name(base) in _ENUMERATIONS


def _with_members(
    node: ast.ClassDef, members: Mapping[str, Value], bases: Sequence[Value]
) -> dict[str, Value]:
    """What the names in the body of a class stand for afterwards, if it may be an enumeration.

    Of a class that makes its members in its own way, nobody knows their values.
    """
    of_enum = any(
        imported_name(base).startswith("enum.")
        or (isinstance(base, ClassValue) and any(map(_is_enum_base, (base, *base.order))))
        for base in bases
    )
    if not of_enum:
        return dict(members)
    known = not any(map(_makes_values, [*members.items(), *_inherited(bases)]))
    made: dict[str, Value] = {}
    number = 0
    plain = _enumerates(bases, members)
    makes_numbers = "_generate_next_value_" in members or Imported("enum.Flag") in bases
    for name, value in members.items():
        if value == AUTO:
            number += 1
            counted = plain and not makes_numbers
            value = Number(exactly(number)) if counted else UNKNOWN
        elif isinstance(value, Number) and value.quantity.known:
            number = int(value.quantity.low)
        is_member = not name.startswith("_") and (
            is_constant(value) or isinstance(value, Unknown | Nothing)
        )
        if is_member and plain:
            made[name] = MemberValue(node, name, value if known else UNKNOWN)
        elif is_member and not known:
            made[name] = UNKNOWN
        else:
            made[name] = (
                replace(value, is_member=True) if isinstance(value, Text) and is_member else value
            )
    return made


def _inherited(bases: Sequence[Value]) -> list[tuple[str, Value]]:
    """The methods of the bases in sight."""
    return [
        pair for base in bases if isinstance(base, ClassValue) for pair in base.functions.items()
    ]


def _makes_values(member: tuple[str, Value]) -> bool:
    """Whether a class makes other values of what its members are written with."""
    name, value = member
    if name == "__init__" and isinstance(value, FunctionValue):
        places = changed_by(value.node).attributes
        return any(place.attr == "_value_" for place in places)
    return name in {"__new__", "value", "_value_"}


def _is_enum_base(base: ClassValue) -> bool:
    node: ast.ClassDef = base.node
    return any(dotted(expression).endswith(("Enum", "Flag")) for expression in node.bases)
