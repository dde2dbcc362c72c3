"""Ordinary objects and classes: making them, and what their attributes are."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from daft_lint.index.traversal import MUTATORS
from daft_lint.index.tree import changed_by, dotted, parameters
from daft_lint.inference.arguments import replaceable
from daft_lint.inference.assumptions import with_assumptions
from daft_lint.inference.class_syntax import EVERY
from daft_lint.inference.entry_points import Entry
from daft_lint.inference.mutations import within
from daft_lint.inference.run import Run
from daft_lint.inference.scope import Kind, Scope, scope_of
from daft_lint.inference.state import of_class
from daft_lint.inference.widening import widened
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.values.comparison import equal
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Binding,
    ClassValue,
    FactoryValue,
    FrameValue,
    FunctionValue,
    Imported,
    Items,
    Mapping,
    MemberValue,
    ObjectValue,
    SuperValue,
    Text,
    Unknown,
    Value,
    is_constant,
    one_of,
)

Owner = ObjectValue | ClassValue
# How many functions that code out of sight may call are looked at, in one another.
_DEEPEST = 3
# Methods that run when the fields of an object are set, and what they are called with.
_AFTER_FIELDS = {
    "__post_init__": Arguments(),
    "__attrs_post_init__": Arguments(),
    "model_post_init": Arguments((UNKNOWN,)),
}


class Objects:
    """Looks attributes up as Python does, sets them, and makes objects."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def attribute(self, owner: Owner | SuperValue, name: str) -> Value:
        """What `owner.name` stands for."""
        name = mangled(name, self._home)
        if isinstance(owner, SuperValue):
            home = next((class_ for class_ in owner.classes if name in class_.own), None)
            return UNKNOWN if home is None else self._on_object(home, owner.owner, name)
        if isinstance(owner, ClassValue):
            return _as_far_as_known(owner, self._of_class(owner, name))
        if name == "__class__":
            return owner.made_of
        return _as_far_as_known(owner.made_of, self._of_object(owner, name))

    def set_attribute(self, owner: Owner, name: str, value: Value) -> None:
        """`owner.name = value`, which a property may make something else of."""
        name = mangled(name, self._home)
        run = self._run
        if isinstance(owner, ObjectValue):
            method = owner.made_of.function(name)
            if method is not None and method.binding is Binding.PROPERTY and not method.cached:
                if method.setter is not None:
                    run.call(replace(method.setter, bound_to=owner), Arguments((value,)), None)
                return
        run.modules.relevance.note_given(owner, value)
        run.state.set_attribute(owner, name, value)

    def set_on_any(self, owner: Unknown, name: str, value: Value) -> None:
        """`owner.name = value`, where several may be the owner: none surely is."""
        for alternative in within(owner.among):
            if isinstance(alternative, ObjectValue | ClassValue):
                self.set_attribute(alternative, name, one_of(value))

    def of_any(self, owner: Unknown, name: str) -> Unknown:
        """What `owner.name` may be, where several may be the owner."""
        found = [
            self._run.state.attribute(alternative, name) or of_class((alternative, name))
            for alternative in within(owner.among)
            if isinstance(alternative, ObjectValue | ClassValue)
        ]
        return one_of(*(value for value in found if value is not None))

    def call_on_any(self, owner: Unknown, name: str) -> None:
        """`owner.name(...)`, where several may be the owner: each of them may be changed."""
        for alternative in within(owner.among):
            if isinstance(alternative, Items | Mapping) and name in MUTATORS:
                self._run.changes.change(alternative)
            elif isinstance(alternative, ObjectValue):
                method = alternative.made_of.function(name)
                if method is not None:
                    self.may_run(method, (alternative,))

    def may_run(
        self,
        function: FunctionValue,
        given: Iterable[Value],
        left: int = _DEEPEST,
        seen: set[tuple[int, int]] | None = None,
    ) -> None:
        """A function may have run: what its text changes isn't known any more.

        That are objects that it is `given`, and those that it has a name for; so it is with `left`
        calls in one another, but for what was `seen`. A frame may have passed more steps.
        """
        seen = set() if seen is None else seen
        key = id(function.node), id(function.bound_to)
        if key in seen:
            return
        seen.add(key)
        run = self._run
        changed = changed_by(function.node)
        if not left or not (changed.attributes or changed.containers or changed.called):
            return
        given = (*given, *(value for _, value in function.defaults))
        own = {parameter.arg for parameter in parameters(function.node)}
        objects = [
            alternative
            for alternative in within(given)
            if isinstance(alternative, ObjectValue | ClassValue)
        ]
        if function.bound_to is not None:
            objects.append(function.bound_to)
        scope = Scope(Kind.FUNCTION, scope_of(function))
        with run.within(scope):
            for attribute in changed.attributes:
                is_given = dotted(attribute.value).partition(".")[0] in own
                owners = objects if is_given else [self._named(attribute.value)]
                for owner in owners:
                    self._may_be_set(owner, attribute.attr)
            for container in changed.containers:
                first, _, rest = dotted(container).partition(".")
                if first not in own:
                    run.changes.change(self._named(container))
                elif rest:
                    for object_ in objects:
                        run.changes.change(run.state.attribute(object_, rest) or UNKNOWN)
                else:
                    run.changes.change(one_of(*given))
            for call in changed.called if left > 1 else ():
                more = [self._named(expression) for expression in _named_by(call, own)]
                for called in self._called_by(call, own, objects):
                    self.may_run(called, (*given, *more), left - 1, seen)

    def may_be_called(self, call: ast.Call) -> None:
        """A call in the scope in turn may have been made before, any number of times."""
        function = self._named(call.func) if dotted(call.func) else UNKNOWN
        if isinstance(function, FunctionValue):
            given = [arg.value if isinstance(arg, ast.Starred) else arg for arg in call.args]
            given += [keyword.value for keyword in call.keywords]
            self.may_run(
                function, [self._named(expression) for expression in given if dotted(expression)]
            )

    def _called_by(
        self, call: ast.Call, own: set[str], objects: list[ObjectValue | ClassValue]
    ) -> Iterator[FunctionValue]:
        """The functions that a call in a text may go to, by its words."""
        function = call.func
        if isinstance(function, ast.Attribute) and dotted(function).partition(".")[0] in own:
            for object_ in objects:
                made_of = object_.made_of if isinstance(object_, ObjectValue) else object_
                method = made_of.function(function.attr)
                if method is not None:
                    yield replace(method, bound_to=object_)
        elif dotted(function):
            value = self._named(function)
            if isinstance(value, FunctionValue):
                yield value

    def _named(self, node: ast.expr) -> Value:
        """What a dotted name stands for, as far as asking for it runs no code."""
        run = self._run
        if isinstance(node, ast.Name):
            return run.value(node)
        if not isinstance(node, ast.Attribute):
            return UNKNOWN
        owner = self._named(node.value)
        if isinstance(owner, ObjectValue):
            method = owner.made_of.function(node.attr)
            if method is None or method.binding is Binding.PROPERTY:
                return run.state.attribute(owner, node.attr) or UNKNOWN
            return bound(method, owner)
        return (
            run.attribute(owner, node.attr) if isinstance(owner, ClassValue | Imported) else UNKNOWN
        )

    def _may_be_set(self, owner: Value, name: str) -> None:
        if isinstance(owner, ObjectValue | ClassValue):
            value = self._run.state.attribute(owner, name) or of_class((owner, name))
            if value is not None:
                self._run.state.set_attribute(owner, name, self.widened(value, owner))

    def widened(self, value: Value, owner: ObjectValue | ClassValue) -> Value:
        """What an attribute may have become by code that isn't followed."""
        if not isinstance(value, FrameValue):
            return one_of(value)
        made_of = owner.made_of if isinstance(owner, ObjectValue) else owner
        span = self._run.file_of(made_of.scope).name_span(made_of.node)
        return widened(value, span, "call")

    def forget(self, owner: Value) -> None:
        """Any attribute may have been set."""
        state = self._run.state
        if isinstance(owner, Imported):
            self._run.modules.patch(owner, None)
        elif isinstance(owner, ObjectValue | ClassValue):
            made_of = owner.made_of if isinstance(owner, ObjectValue) else owner
            names = {name for each_owner, name in state.attributes if each_owner == owner}
            for name in (*names, *made_of.constants):
                state.set_attribute(owner, name, UNKNOWN)

    def made_above(self, owner: Value) -> None:
        """`super().__init__(...)` of a base out of sight: it may set what was set before."""
        if not isinstance(owner, SuperValue) or owner.owner.made_of.closed:
            return
        instance, state = owner.owner, self._run.state
        text = f"code that gets this `{instance.made_of.node.name}` doesn't change it"
        assumed = (Origin(OriginKind.ASSUMPTION, text),)
        for each_owner, name in [*state.attributes]:
            if each_owner == instance:
                value = with_assumptions(state.attributes[each_owner, name], assumed, self._run)
                state.set_attribute(instance, name, value)

    def member(self, enumeration: ClassValue, arguments: Arguments) -> Value | None:
        """`Mode("fast")`: the member with that value; None where a call makes an object."""
        members = [constant for constant in enumeration.constants.values() if _is_member(constant)]
        if not enumeration.enumerates and (enumeration.function("__new__") or not members):
            return None
        asked = arguments.get(0, "value") or UNKNOWN
        for member in members:
            if member == asked:
                return member
            value = member.value if isinstance(member, MemberValue) else member
            found = equal(value, asked)
            if found is not False:
                return member if found else UNKNOWN
        return UNKNOWN

    def make(self, made_of: ClassValue, arguments: Arguments) -> ObjectValue:
        """An object of a class in sight, its `__init__` followed."""
        run, state = self._run, self._run.state
        instance = ObjectValue(made_of)
        with_assumptions(instance, made_of.rests_on, run)
        run.note_call(Entry(run.file_of(made_of.scope).path, str(made_of.node.name)))
        names = [name for name, _ in made_of.fields]
        initialiser = made_of.function("__init__")
        if any(
            state.attribute(class_value, "__init__") is not None
            for class_value in (made_of, *made_of.order)
        ):
            # Another one was put in its place.
            return ObjectValue(replace(made_of, plain=False, closed=False, constants={}))
        if initialiser is not None:
            for name in names:
                # It may call one that nobody wrote.
                state.set_attribute(instance, name, UNKNOWN)
            run.call(replace(initialiser, bound_to=instance), arguments, None)
            return instance
        given = {**dict(zip(names, arguments.positional, strict=False)), **arguments.keywords}
        # A name that no field has may be another name of any.
        has_aliases = not given.keys() <= {*names}
        for name in names:
            if not made_of.refined.isdisjoint((name, EVERY)):
                state.set_attribute(instance, name, UNKNOWN)
            elif name in given or arguments.unread or has_aliases:
                run.modules.relevance.note_given(instance, given.get(name, UNKNOWN))
                state.set_attribute(instance, name, given.get(name, UNKNOWN))
            elif not arguments.complete or not made_of.closed:
                state.set_attribute(instance, name, self._replaceable(made_of, name))
            else:
                default = made_of.constant(name)
                if isinstance(default, FactoryValue):
                    default = run.apply(default.made_by, Arguments(), made_of.node)
                elif isinstance(default, Items | Mapping) and made_of.is_model:
                    default = replace(default)
                if default is not None:
                    state.set_attribute(instance, name, default)
        for name, handed in _AFTER_FIELDS.items():
            after = made_of.function(name)
            if after is not None:
                run.call(replace(after, bound_to=instance), handed, None)
        return instance

    def _replaceable(self, made_of: ClassValue, name: str) -> Value:
        """A class attribute that something out of sight may set on the object."""
        what = f"`{name}` in `{made_of.node.name}`"
        file = self._run.file_of(made_of.scope)
        return replaceable(made_of.constant(name), what, file.name_span(made_of.node))

    @property
    def _home(self) -> str:
        """The class whose method is followed, by its name; empty outside of classes."""
        stack = self._run.call_stack
        home = stack[-1].home if stack else None
        return str(home.name) if home is not None else ""

    def _of_object(self, owner: ObjectValue, name: str) -> Value:
        run, changes = self._run, self._run.changes
        method = owner.made_of.function(name)
        if method is not None and method.binding is Binding.PROPERTY and not method.cached:
            return run.call(replace(method, bound_to=owner), Arguments(), None)
        value = run.state.attribute(owner, name)
        if value is not None:
            return changes.assumed(owner, value)
        if method is not None:
            return self._on_object(owner.made_of, owner, name)
        if not owner.made_of.closed:
            return self._replaceable(owner.made_of, name)
        return changes.assumed(owner, self._on_object(owner.made_of, owner, name))

    def _on_object(self, made_of: ClassValue, owner: ObjectValue, name: str) -> Value:
        """What a class gives for an object of it or of a class below it."""
        run = self._run
        found = self._set_on_class(made_of, name) or made_of.function(name)
        if found is None:
            value = self._of_class(made_of, name)
            if isinstance(value, ObjectValue):
                getter = value.made_of.function("__get__")
                if getter is not None:
                    given = Arguments((owner, made_of))
                    return run.call(replace(getter, bound_to=value), given, None)
            return value
        if not isinstance(found, FunctionValue) or found.bound_to is not None:
            return found
        if found.binding is Binding.PROPERTY:
            value = run.call(replace(found, bound_to=owner), Arguments(), None)
            if found.cached:
                run.state.set_attribute(owner, name, value)
            return value
        return bound(found, owner)

    def _of_class(self, owner: ClassValue, name: str) -> Value:
        value = self._set_on_class(owner, name)
        if value is not None:
            return value
        method = owner.function(name)
        if method is None:
            constant = owner.constant(name)
            return UNKNOWN if isinstance(constant, FactoryValue) else constant or UNKNOWN
        if method.binding is Binding.PROPERTY:
            return UNKNOWN
        return replace(method, bound_to=owner) if method.binding is Binding.CLASS else method

    def _set_on_class(self, owner: ClassValue, name: str) -> Value | None:
        """What was set on a class, or on the base that it has a name from, after its body."""
        for class_value in (owner, *owner.order):
            value = self._run.state.attribute(class_value, name)
            if value is not None or name in class_value.own:
                return value
        return None


def _named_by(call: ast.Call, own: set[str]) -> Iterator[ast.expr]:
    """The arguments of a call in a text that have names, but for those of its own parameters."""
    for argument in (*call.args, *(each.value for each in call.keywords)):
        name = dotted(argument)
        if name and name.partition(".")[0] not in own:
            yield argument


def bound(method: FunctionValue, instance: ObjectValue) -> FunctionValue:
    """A method as it is when asked for on an object."""
    bound_to: ObjectValue | ClassValue | None = instance
    if method.binding is Binding.STATIC:
        bound_to = None
    elif method.binding is Binding.CLASS:
        bound_to = instance.made_of
    return replace(method, bound_to=bound_to)


def mangled(name: str, home: str) -> str:
    """What a name stands for in the class `home`: one with two underscores is the class's own."""
    if not home or not name.startswith("__") or name.endswith("__"):
        return name
    return f"_{home.lstrip('_')}{name}"


def _is_member(value: Value) -> bool:
    return isinstance(value, MemberValue) or (isinstance(value, Text) and value.is_member)


def _as_far_as_known(made_of: ClassValue, value: Value) -> Value:
    """A value of a class that may change what is set, or what is asked for."""
    return UNKNOWN if is_constant(value) and not made_of.plain else value
