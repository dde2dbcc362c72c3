"""Functions and classes of the file: what defining, decorating and calling them gives."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.plan.span import Span
from daft_lint.reading import udfs, wrappers
from daft_lint.reading.binding import bound_names, defaults_of, replaceable
from daft_lint.reading.columns import words_of
from daft_lint.reading.entries import Entry
from daft_lint.reading.fields import EVERY, fields_of, hidden_fields, in_order, refined_fields
from daft_lint.reading.inheriting import inherited, mangled, resolution_order
from daft_lint.reading.relying import options as relying_options
from daft_lint.reading.relying import relying
from daft_lint.reading.repetition import Given, Run
from daft_lint.reading.scope import Scope, State
from daft_lint.reading.targets import changed_by, dotted, set_on_its_object
from daft_lint.reading.values import (
    AUTO,
    UNKNOWN,
    Arguments,
    Binding,
    ClassValue,
    DecoratorValue,
    ExpressionValue,
    FactoryValue,
    FrameValue,
    FunctionValue,
    Imported,
    MemberValue,
    Nothing,
    Number,
    ObjectValue,
    PartialValue,
    Text,
    UdfClassValue,
    UdfForm,
    UdfInstanceValue,
    UdfMethod,
    UdfValue,
    Unknown,
    Value,
    WrapperValue,
    is_constant,
    one_of,
)
from daft_lint.reading.walking import walk_for, yields

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.definitions import Definitions
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.session import Session
    from daft_lint.reading.statements import Statements

# What pipelines are made of, or what may make one.
_TELLING = (
    ExpressionValue
    | FrameValue
    | FunctionValue
    | PartialValue
    | UdfClassValue
    | UdfInstanceValue
    | UdfValue
)
# How many functions are looked at that code out of sight may come to call by way of one.
_MOST_HANDED_ON = 50
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
# Methods by which a class changes how its objects are made, or what is set or asked for.
_MAGIC = frozenset({"__new__", "__setattr__", "__delattr__", "__getattribute__"})
_ENUMERATIONS = frozenset({"enum.Enum", "enum.Flag"})
# Bases by which an object is of a class that it wasn't made of, or of a built-in one.
_STRUCTURAL = frozenset(
    {"typing.NamedTuple", "typing.Protocol", "typing.TypedDict", "typing_extensions.Protocol"}
)
# Methods that run when the fields of an object are set, and what they are called with.
_AFTER_FIELDS = {
    "__post_init__": Arguments(),
    "__attrs_post_init__": Arguments(),
    "model_post_init": Arguments((UNKNOWN,)),
}
_PLAIN_METACLASSES = frozenset({"abc.ABCMeta", "builtins.type", "enum.EnumMeta", "enum.EnumType"})
# Methods of a metaclass that are called with a new class.
_OF_NEW_CLASSES = ("__init__", "__new__")
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
# Class decorators and bases that write `__init__` from the fields of the class.
_FIELD_WRITERS = frozenset(
    {
        "msgspec.Struct",
        "pydantic.BaseModel",
        "pydantic.dataclasses.dataclass",
        "pydantic_settings.BaseSettings",
        "attr.attrs",
        "attr.define",
        "attr.dataclass",
        "attr.frozen",
        "attr.s",
        "attrs.define",
        "attrs.frozen",
        "dataclasses.dataclass",
        "typing.NamedTuple",
    }
)
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


class Functions:
    """Defines, decorates and calls what the file itself defines."""

    def __init__(
        self, session: Session, expressions: Expressions, definitions: Definitions
    ) -> None:
        self._session = session
        self._expressions = expressions
        self._definitions = definitions
        self._named_in_itself: dict[cst.CSTNode, bool] = {}
        # What functions that call themselves were given there, which isn't followed.
        self._recurred: dict[cst.CSTNode, list[Given]] = {}
        self.calls: Calls
        self.foresight: Foresight
        self.statements: Statements

    def function(
        self, node: cst.FunctionDef | cst.Lambda, name: str, state: State
    ) -> FunctionValue:
        """The bare function of a `def` or lambda, its defaults as they are here."""
        defaults = defaults_of(node.params, lambda one: self._expressions.value(one, state))
        return FunctionValue(node, state.scope.of_functions, name, defaults, home=state.scope.home)

    def define(self, node: cst.FunctionDef, state: State) -> Value:
        """What the name of a function stands for after its `def`."""
        function = self.function(node, node.name.value, state)
        if self._session.is_at_root:
            self._session.functions.append(function)
        value: Value = function
        for decorator in reversed(node.decorators):
            value = self._apply(decorator.decorator, value, node, state)
        return value

    def define_class(self, node: cst.ClassDef, state: State) -> Value:
        """What the name of a class stands for after its body."""
        first = len(self._session.functions)
        value = self._class(node, state)
        # Methods are read with their class, as entry points of it, not as bare functions.
        del self._session.functions[first:]
        result: Value = value
        for decorator in reversed(node.decorators):
            result = self._apply(decorator.decorator, result, node, state)
        if isinstance(result, ClassValue):
            value = result
        if self._session.is_at_root and not isinstance(result, UdfClassValue | UdfValue):
            self._session.classes.append(value)
        return result

    def _class(self, node: cst.ClassDef, state: State) -> ClassValue:
        bases = [self._base(base.value, state) for base in node.bases]
        own = [base for base in bases if isinstance(base, ClassValue)]
        order = resolution_order(own)
        functions, constants = inherited(order)
        fields = {name: named for base in reversed(order) for name, named in base.fields}
        scope = Scope(state.scope, home=node)
        self.statements.block(node.body, state.inside(scope))
        members = {mangled(name, node.name.value): one for name, one in scope.names.items()}
        enumerates = bool(bases) and "__eq__" not in members and all(map(_is_enumeration, bases))
        if enumerates:
            is_flag = Imported("enum.Flag") in bases
            members = _with_members(node, _uncounted(members) if is_flag else members, own)
        elif any(_is_of_enum(base) for base in bases):
            members = {name: _as_written(one) for name, one in _uncounted(members).items()}
        for name, member in members.items():
            if isinstance(member, FunctionValue):
                functions[name] = _at_home(member, node)
                constants.pop(name, None)
            else:
                constants[name] = member
                functions.pop(name, None)
        if fields or any(_imported_name(base) in _FIELD_WRITERS for base in bases):
            constants.update(dict.fromkeys(hidden_fields(node, order, fields, members), UNKNOWN))
            fields.update(fields_of(node))
        closed = all(
            base.closed if isinstance(base, ClassValue) else _imported_name(base) in _CLOSED_BASES
            for base in bases
        )
        return ClassValue(
            node=node,
            scope=state.scope,
            functions=functions,
            constants=constants,
            fields=in_order(fields),
            refined=refined_fields(node).union(*(base.refined for base in order)),
            own=frozenset(members),
            order=order,
            closed=closed,
            plain=self._is_plain(node, members, order, state),
            enumerates=enumerates,
            nominal=closed and _is_nominal(bases, members),
            refitted=self._is_refitted(node, own, state),
            rests_on=tuple(origin for base in own for origin in base.rests_on),
        )

    def _is_plain(
        self,
        node: cst.ClassDef,
        members: Mapping[str, Value],
        order: Sequence[ClassValue],
        state: State,
    ) -> bool:
        """Whether attributes of the class and of its objects are what they are set to."""
        if any(name in members for name in _MAGIC) or any(map(_names_itself, members.values())):
            return False
        if not all(base.plain and base.function("__init_subclass__") is None for base in order):
            return False
        return _imported_name(self._metaclass(node, state)) in _PLAIN_METACLASSES

    def _is_refitted(self, node: cst.ClassDef, bases: Sequence[ClassValue], state: State) -> bool:
        """Whether a metaclass may have put other methods in place."""
        if any(base.refitted for base in bases):
            return True
        metaclass = self._metaclass(node, state)
        if isinstance(metaclass, ClassValue):
            return any(metaclass.function(name) is not None for name in _OF_NEW_CLASSES)
        return _imported_name(metaclass) not in _PLAIN_METACLASSES

    def _metaclass(self, node: cst.ClassDef, state: State) -> Value:
        """The metaclass that a class names; without one it is `type`."""
        named = next((one.value for one in node.keywords if _is_metaclass(one)), None)
        if named is None:
            return Imported("builtins.type")
        return self._expressions.value(named, state)

    def _base(self, node: cst.BaseExpression, state: State) -> Value:
        """A base class; `Generic[T]` is `Generic`."""
        plain = node.value if isinstance(node, cst.Subscript) else node
        return self._expressions.value(plain, state)

    def _apply(
        self,
        decorator: cst.BaseExpression,
        target: Value,
        node: cst.FunctionDef | cst.ClassDef,
        state: State,
    ) -> Value:
        """What a decorator makes of a function or class.

        One of this file is called. One out of sight is taken to call what it wraps and to give
        what that gives, but with arguments of its own where the call leaves them out.
        """
        value = self._expressions.value(decorator, state)
        called = decorator.func if isinstance(decorator, cst.Call) else decorator
        name = _imported_name(self._expressions.value(called, state)) if dotted(called) else ""
        if isinstance(value, Imported) and value.name in udfs.DECORATORS:
            form = udfs.DECORATORS[value.name]
            value = DecoratorValue(form, udfs.read_options(Arguments()), decorator)
        if isinstance(value, DecoratorValue):
            return self.decorated(value, target, functional=False)
        if isinstance(value, WrapperValue):
            return self.wrapped(value, target)
        applied = FunctionValue | ClassValue | PartialValue
        if isinstance(value, applied) or self._session.wrapper(value):
            return self.calls.apply(value, Arguments((target,)), node, state)
        if isinstance(target, FunctionValue):
            accessed = self._property_of(decorator, state)
            if accessed is not None:
                is_setter = cst.ensure_type(decorator, cst.Attribute).attr.value == "setter"
                return replace(accessed, setter=target) if is_setter else accessed
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
            target = replace(target, wrapped=True)
        if isinstance(target, ClassValue) and name in _FIELD_WRITERS:
            return replace(
                target, fields=in_order({**dict(target.fields), **fields_of(target.node)})
            )
        assumed = _assumed(called, name, node)
        if isinstance(target, ClassValue) and name not in _TRANSPARENT:
            return replace(target, closed=False, rests_on=(*target.rests_on, *assumed))
        return relying(target, assumed, self._session)

    def _property_of(self, decorator: cst.BaseExpression, state: State) -> FunctionValue | None:
        """The property that `@name.setter` and `@name.deleter` add to."""
        if not isinstance(decorator, cst.Attribute) or decorator.attr.value not in _ACCESSORS:
            return None
        owner = self._expressions.value(decorator.value, state)
        if isinstance(owner, FunctionValue) and owner.binding is Binding.PROPERTY:
            return owner
        return None

    def decorated(self, decorator: DecoratorValue, target: Value, *, functional: bool) -> Value:
        """What a UDF decorator makes of a function or class of this file.

        It is `functional` when it is called with it instead of standing above it.
        """
        if decorator.form in {UdfForm.METHOD, UdfForm.METHOD_BATCH}:
            if isinstance(target, FunctionValue):
                return replace(target, marked=decorator)
            return target
        if isinstance(target, FunctionValue) and isinstance(target.node, cst.FunctionDef):
            if decorator.form is UdfForm.CLS:
                return UNKNOWN
            self._definitions.met(decorator, target, functional=functional)
            self._session.called.add(target.node)
            udf = udfs.function_udf(
                decorator,
                target.name,
                self._session.span(target.node.name),
                self._definition(target.node),
                is_async=target.node.asynchronous is not None,
                is_generator=yields(target.node),
            )
            return UdfValue(self._session.hints(udf.udf.span).udf(udf.udf, udf.udf.span))
        if isinstance(target, ClassValue):
            if decorator.form in {UdfForm.LEGACY, UdfForm.CLS}:
                self._definitions.met(decorator, target, functional=functional)
            return self._udf_class(decorator, target)
        return UNKNOWN

    def wrapped(self, waiting: WrapperValue, target: Value) -> UdfValue:
        """What a wrapper that settings name makes of a function or class."""
        if isinstance(target, UdfClassValue):
            made = wrappers.wrapped(waiting, target, target.span, target.definition)
        elif isinstance(target, FunctionValue | ClassValue) and not isinstance(
            target.node, cst.Lambda
        ):
            self._session.called.add(target.node)
            span = self._session.span(target.node.name)
            made = wrappers.wrapped(waiting, target, span, self._definition(target.node))
        else:
            made = wrappers.wrapped(waiting, target)
        hints = self._session.hints(made.udf.span)
        return replace(made, udf=hints.udf(made.udf, made.udf.span))

    def _udf_class(self, decorator: DecoratorValue, target: ClassValue) -> Value:
        name, span = target.node.name.value, self._session.span(target.node.name)
        if decorator.form is UdfForm.LEGACY:
            udf = udfs.legacy_class_udf(decorator, name, span, self._definition(target.node)).udf
            return UdfValue(self._session.hints(span).udf(udf, span))
        if decorator.form is not UdfForm.CLS:
            return UNKNOWN
        methods = tuple(
            (method_name, self._method(function, function.node))
            for method_name, function in target.functions.items()
            if isinstance(function.node, cst.FunctionDef)
            and not self._is_remade(function)
            and not _is_refitted(target, method_name)
        )
        options = self._session.hints(span).options(decorator.options, span)
        options = relying_options(options, target.rests_on)
        return UdfClassValue(name, span, self._definition(target.node), options, methods)

    def _is_remade(self, method: FunctionValue) -> bool:
        """Whether a decorator out of sight may have made a UDF of a method, in its own way."""
        if self._session.changes.is_remade(method.node):
            return True
        return isinstance(method.marked, Unknown)

    def _definition(self, node: cst.FunctionDef | cst.ClassDef) -> Span:
        """All of a function or class, from its first decorator on."""
        return self._session.span_from(node.decorators[0] if node.decorators else node, node)

    def _method(self, method: FunctionValue, node: cst.FunctionDef) -> UdfMethod:
        span = self._session.span(node.name)
        made = udfs.make_method(
            span,
            method.marked if isinstance(method.marked, DecoratorValue) else None,
            is_async=node.asynchronous is not None,
            is_generator=yields(node),
        )
        return replace(made, batch_size=self._session.hints(span).batch_size(made.batch_size, span))

    def call(
        self,
        function: FunctionValue,
        arguments: Arguments,
        state: State,
        at: cst.CSTNode | None = None,
    ) -> Value:
        """Follow a call into a function of this file; `at` is what calls it with its arguments."""
        stack, changes = self._session.call_stack, self._session.changes
        if changes.is_remade(function.node) and function.bound_to is not None:
            changes.change(function.bound_to)
        too_far = self._is_too_far(function, arguments)
        recurs = any(one.node is function.node for one in stack)
        if too_far or recurs:
            if recurs:
                self._recurred.setdefault(function.node, []).append(
                    Given(self._bound_names(function, arguments, state), dict(state.attributes))
                )
            changes.lend(arguments, partial(self._session.span, function.node))
            given = one_of(*arguments.values)
            self.handed_on(function, given, state)
            return given
        self._session.called.add(function.node)
        file = function.scope.file or self._session.file
        made_of = _class_of(function)
        if made_of is not None:
            self._session.called_on.add((made_of.node, function.node))
        if isinstance(function.node, cst.FunctionDef):
            self._session.note_call(entry_of(function, file.path))
            if made_of is not None:
                around = made_of.scope.file or self._session.file
                self._session.note_call(entry_on(made_of, function, around.path))
        effort, recorder = self._session.effort, self._session.recorder
        taken, numbers = effort.taken, recorder.numbers
        with self._session.rounds.call(function, at), self._session.within(file):
            follow = self._remembered if function.remembers else self._call
            result = follow(function, self._handed_on(function, arguments), state)
        if recorder.numbers == numbers:
            effort.note_in_vain(function.node, taken)
        return relying(result, function.rests_on, self._session)

    def _handed_on(self, function: FunctionValue, arguments: Arguments) -> Arguments:
        """What a function gets of arguments, by way of decorators out of sight."""
        if not function.rests_on:
            return arguments

        def through(value: Value) -> Value:
            # A frame is the same one for whoever gave it.
            if isinstance(value, FrameValue):
                return value
            return relying(value, function.rests_on, self._session)

        keywords = {name: through(one) for name, one in arguments.keywords.items()}
        return replace(
            arguments, positional=tuple(map(through, arguments.positional)), keywords=keywords
        )

    def _is_too_far(self, function: FunctionValue, arguments: Arguments) -> bool:
        """Whether a function isn't followed into, as its text isn't what it does, or for the cost.

        One that got nowhere for long is followed again where it is given what a pipeline is of.
        """
        effort = self._session.effort
        if len(self._session.call_stack) >= effort.deepest_call:
            return True
        if self._session.changes.is_remade(function.node):
            return True
        if not effort.is_in_vain(function.node):
            return False
        return not any(isinstance(value, _TELLING) for value in arguments.values)

    def _remembered(self, function: FunctionValue, arguments: Arguments, state: State) -> Value:
        """What a cached function gave before, if it was called with the same arguments."""
        words = words_of(arguments)
        if words is None:
            return self._call(function, arguments, state)
        owner, name = function.bound_to or function, f"{function.name}{words}"
        value = state.attribute(owner, name)
        if value is None:
            value = self._call(function, arguments, state)
            state.set_attribute(owner, name, value)
        return value

    def handed_on(self, function: FunctionValue, given: Value, state: State) -> None:
        """Somebody out of sight may call a function: what its text changes isn't known any more.

        `given` is what the function may be given.
        """
        # By identity; holding what is given keeps its id from being given to another.
        seen: dict[tuple[object, ...], Value] = {}
        waiting = [(function, given)]
        while waiting and len(seen) < _MOST_HANDED_ON:
            one, given = waiting.pop()
            among = given.among if isinstance(given, Unknown) else (given,)
            key = one.node, one.bound_to, *map(id, among)
            if key not in seen:
                seen[key] = given
                waiting += [(replace(each, bound_to=one.bound_to), given) for each in behind(one)]
                waiting += self._foresee(one, given, state)

    def _foresee(
        self, function: FunctionValue, given: Value, state: State
    ) -> list[tuple[FunctionValue, Value]]:
        """Forget what the text of a function changes; give the functions that it calls.

        With each comes what it may be given.
        """
        file, inside = function.scope.file or self._session.file, Scope(function.scope)
        names = [one.name.value for one in function.node.params.params]
        inside.names.update(dict.fromkeys(names, given))
        if function.bound_to is not None and names:
            inside.names[names[0]] = function.bound_to
        changed, within = changed_by(function.node.body), state.inside(inside)
        called: list[tuple[FunctionValue, Value]] = []
        with self._session.within(file):
            self.foresight.foresee(changed, within, function.node, "call")
            for call in changed.called:
                target = self._called_by(call.func, within)
                if isinstance(target, FunctionValue):
                    handed = (self._without_properties(one.value, within) for one in call.args)
                    called.append((target, one_of(given, *handed)))
        return called

    def _called_by(self, node: cst.BaseExpression, state: State) -> Value:
        """What a call in a text calls; a method of anything may change whatever that may be."""
        if not isinstance(node, cst.Attribute):
            return self._without_properties(node, state)
        owner, name = self._without_properties(node.value, state), node.attr.value
        if isinstance(owner, Unknown):
            self.calls.objects.call_on_any(owner, name)
        return self._attribute(owner, name, state)

    def _without_properties(self, node: cst.BaseExpression, state: State) -> Value:
        """What a dotted name stands for, as far as asking for it runs no code."""
        if isinstance(node, cst.Name):
            return self._expressions.value(node, state)
        if not isinstance(node, cst.Attribute):
            return UNKNOWN
        return self._attribute(self._without_properties(node.value, state), node.attr.value, state)

    def _attribute(self, owner: Value, name: str, state: State) -> Value:
        """An attribute as far as asking for it runs no code."""
        if not isinstance(owner, ObjectValue):
            method = owner.function(name) if isinstance(owner, ClassValue) else None
            return method or UNKNOWN
        method = owner.made_of.function(name)
        if method is None or method.binding is Binding.PROPERTY:
            return state.attribute(owner, name) or UNKNOWN
        return self.bound(method, owner)

    def _call(self, function: FunctionValue, arguments: Arguments, state: State) -> Value:
        stack = self._session.call_stack
        if function.wrapped:
            arguments = replace(arguments, complete=False)
        inner = state.inside(Scope(function.scope))
        inner.scope.names = self._bound_names(function, arguments, inner)
        stack.append(function)
        try:
            follow = self._recursive if self._names_itself(function) else self._body
            return follow(function, inner)
        finally:
            stack.pop()

    def _bound_names(
        self, function: FunctionValue, arguments: Arguments, state: State
    ) -> dict[str, Value]:
        return bound_names(
            function,
            arguments,
            self._session,
            lambda parameter: self._expressions.annotated(parameter, state),
        )

    def _names_itself(self, function: FunctionValue) -> bool:
        node = function.node
        if node not in self._named_in_itself:
            names = (one.value for one in walk_for(cst.Name, node.body))
            self._named_in_itself[node] = function.name in names
        return self._named_in_itself[node]

    def _body(self, function: FunctionValue, state: State) -> Value:
        if isinstance(function.node, cst.Lambda):
            return self._expressions.value(function.node.body, state)
        return self.statements.function_body(function.node, state)

    def _recursive(self, function: FunctionValue, state: State) -> Value:
        """Follow a function that may call itself, as any of its calls may be."""
        result: Value = UNKNOWN

        def run(_: Given) -> Run:
            nonlocal result
            start = Given(dict(state.scope.names), dict(state.attributes))
            self._recurred.pop(function.node, None)
            result = self._body(function, state)
            return Run(start, self._recurred.pop(function.node, []))

        self._session.repetition.settle(function.node, state, run)
        return result

    def bound(self, method: FunctionValue, instance: ObjectValue) -> FunctionValue:
        """A method as it is when asked for on an object."""
        bound_to: ObjectValue | ClassValue | None = instance
        if method.binding is Binding.STATIC:
            bound_to = None
        elif method.binding is Binding.CLASS:
            bound_to = instance.made_of
        return replace(method, bound_to=bound_to)

    def instantiate(self, made_of: ClassValue, arguments: Arguments, state: State) -> ObjectValue:
        """An instance of a class of this file, its `__init__` followed."""
        instance = ObjectValue(made_of)
        relying(instance, made_of.rests_on, self._session)
        file = made_of.scope.file or self._session.file
        self._session.note_call(Entry(file.path, made_of.node.name.value))
        initialiser = made_of.function("__init__")
        if any(state.attribute(one, "__init__") is not None for one in (made_of, *made_of.order)):
            # Another one was put in its place.
            self._session.changes.change(instance)
        names = [name for name, _ in made_of.fields]
        if initialiser is not None:
            for name in names:
                # It may call one that nobody wrote.
                state.set_attribute(instance, name, UNKNOWN)
            self.call(replace(initialiser, bound_to=instance), arguments, state)
            return instance
        given = {**dict(zip(names, arguments.positional, strict=False)), **arguments.keywords}
        for name in names:
            if not made_of.refined.isdisjoint((name, EVERY)):
                state.set_attribute(instance, name, UNKNOWN)
            elif name in given or arguments.changed:
                state.set_attribute(instance, name, given.get(name, UNKNOWN))
            elif not arguments.complete or not made_of.closed:
                state.set_attribute(instance, name, self.replaceable_constant(made_of, name))
            else:
                default = made_of.constant(name)
                if isinstance(default, FactoryValue):
                    default = self.calls.apply(default.made_by, Arguments(), made_of.node, state)
                if default is not None:
                    state.set_attribute(instance, name, default)
        for name, handed in _AFTER_FIELDS.items():
            after = made_of.function(name)
            if after is not None:
                self.call(replace(after, bound_to=instance), handed, state)
        return instance

    def replaceable_constant(self, made_of: ClassValue, name: str) -> Value:
        """A class attribute that something out of sight may set on the object."""
        what = f"`{name}` in `{made_of.node.name.value}`"
        return replaceable(made_of.constant(name), what, self._session.span(made_of.node.name))

    def returned(self, values: list[Value]) -> Value:
        """What a function gives whose `return`s gave these."""
        result = values[0] if values else Nothing()
        for value in values[1:]:
            result = self._expressions.either(result, value)
        return result


def entry_of(function: FunctionValue, path: str) -> Entry:
    """A function of a file as a way into it; a method goes by the name of its class too."""
    around = f"{function.home.name.value}." if function.home is not None else ""
    return Entry(path, f"{around}{function.name}")


def entry_on(made_of: ClassValue, method: FunctionValue, path: str) -> Entry:
    """A method of a class of a file as a way into it, inherited or not."""
    return Entry(path, f"{made_of.node.name.value}.{method.name}")


def behind(method: FunctionValue) -> list[FunctionValue]:
    """The functions around one that it names, as what a decorator puts in a method's place does."""
    found: dict[FunctionValue, None] = {}
    waiting = [method]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += _named_around(one)
    return list(found)[1:]


def _named_around(function: FunctionValue) -> list[FunctionValue]:
    if function.scope.parent is None:
        return []
    around = function.scope.names
    named = (around.get(one.value) for one in walk_for(cst.Name, function.node))
    return [one for one in named if isinstance(one, FunctionValue)]


def wrapping(wrapper: Value, wrapped: Value) -> Value:
    """A function that took over the attributes of another one, Daft's marks among them."""
    if not isinstance(wrapper, FunctionValue):
        return wrapper
    if isinstance(wrapped, FunctionValue):
        return replace(wrapper, marked=wrapped.marked or wrapper.marked)
    if _imported_name(wrapped).startswith("builtins."):
        return wrapper
    return replace(wrapper, marked=UNKNOWN)


def _assumed(
    decorator: cst.BaseExpression, name: str, node: cst.FunctionDef | cst.ClassDef
) -> tuple[Origin, ...]:
    """What is taken for granted of a decorator out of sight; `name` is its dotted one."""
    if name.partition(".")[0] in _HAND_ON:
        return ()
    around, inside = f"`{dotted(decorator)}`", f"`{node.name.value}`"
    if around == "``":
        around = "a decorator"
    text = f"{around} leaves {inside} as it is"
    if isinstance(node, cst.FunctionDef):
        text = f"{around} hands on what {inside} is given and returns"
    return (Origin(OriginKind.ASSUMPTION, text),)


def _class_of(function: FunctionValue) -> ClassValue | None:
    """The class of what a method is called on."""
    owner = function.bound_to
    return owner.made_of if isinstance(owner, ObjectValue) else owner


def _is_refitted(made_of: ClassValue, method: str) -> bool:
    """Whether a metaclass or a base may have put another method in the place of one."""
    hooks = (one.function("__init_subclass__") for one in made_of.order)
    names = [set_on_its_object(one.node) for one in hooks if one is not None]
    return made_of.refitted or any(one is None or method in one for one in names)


def _at_home(function: FunctionValue, node: cst.ClassDef) -> FunctionValue:
    """A function that a class has, wherever it was defined."""
    setter = function.setter and _at_home(function.setter, node)
    return replace(function, home=function.home or node, setter=setter)


def _names_itself(member: Value) -> bool:
    """Whether a member of a class is told of it, and may set others."""
    return isinstance(member, ObjectValue) and member.made_of.function("__set_name__") is not None


def _is_enumeration(base: Value) -> bool:
    """Whether classes below a base have members that equal nothing but themselves."""
    if isinstance(base, ClassValue):
        return base.enumerates and base.function("__eq__") is None
    return _imported_name(base) in _ENUMERATIONS


def _is_nominal(bases: Sequence[Value], members: Mapping[str, Value]) -> bool:
    """Whether an object is of a class with such bases by its own class alone."""
    if "__subclasshook__" in members:
        return False
    return all(
        base.nominal if isinstance(base, ClassValue) else _imported_name(base) not in _STRUCTURAL
        for base in bases
    )


def _with_members(
    node: cst.ClassDef, members: Mapping[str, Value], bases: Sequence[ClassValue]
) -> dict[str, Value]:
    """What the names in the body of an enumeration stand for afterwards."""
    found = _counted(members) if not bases else _uncounted(members)
    known = "__new__" not in members and all(base.function("__new__") is None for base in bases)
    return {name: _as_member(node, name, one, known=known) for name, one in found.items()}


def _counted(members: Mapping[str, Value]) -> dict[str, Value]:
    """Members that are all `auto()` have the numbers from one on."""
    named = {name: one for name, one in members.items() if not name.startswith("_")}
    others = any(one != AUTO and not isinstance(one, FunctionValue) for one in named.values())
    if others or "_generate_next_value_" in members:
        return _uncounted(members)
    autos = (name for name, one in named.items() if one == AUTO)
    return {**members, **{name: Number(exactly(at)) for at, name in enumerate(autos, start=1)}}


def _uncounted(members: Mapping[str, Value]) -> dict[str, Value]:
    return {name: UNKNOWN if one == AUTO else one for name, one in members.items()}


def _as_member(node: cst.ClassDef, name: str, value: Value, *, known: bool) -> Value:
    """A member, of whose value nothing is `known` where the class makes members in its own way."""
    if name.startswith("_") or not (is_constant(value) or isinstance(value, Unknown | Nothing)):
        return value
    return MemberValue(node, name, value if known else UNKNOWN)


def _is_of_enum(base: Value) -> bool:
    """Whether classes below a base may have members that are texts."""
    if isinstance(base, ClassValue):
        names = (dotted(one.value) for each in (base, *base.order) for one in each.node.bases)
        return any(name.endswith(("Enum", "Flag")) for name in names)
    return _imported_name(base).startswith("enum.")


def _as_written(value: Value) -> Value:
    """A text that is a member of an enumeration."""
    return replace(value, is_member=True) if isinstance(value, Text) else value


def _is_metaclass(keyword: cst.Arg) -> bool:
    return keyword.keyword is not None and keyword.keyword.value == "metaclass"


def _imported_name(value: Value) -> str:
    return value.name if isinstance(value, Imported) else ""
