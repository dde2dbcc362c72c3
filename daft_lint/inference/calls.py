"""The results of calls and of attribute accesses."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from daft_lint.daft_api import operators, udfs
from daft_lint.index.traversal import MUTATORS
from daft_lint.infer import links, loop_syntax
from daft_lint.inference import arguments as given_by
from daft_lint.inference.daft_calls import DaftCalls
from daft_lint.inference.expressions import Expressions, Receiver, is_namespace
from daft_lint.inference.frames import Frames
from daft_lint.inference.library import LibraryCalls
from daft_lint.inference.objects import Objects
from daft_lint.inference.read_only_calls import only_reads
from daft_lint.inference.run import Run
from daft_lint.values import columns, containers, texts, unrolling
from daft_lint.values.alternatives import for_each_alternative
from daft_lint.values.values import (
    UNKNOWN,
    UNSEEN,
    Arguments,
    ClassValue,
    DecoratorValue,
    ExpressionValue,
    FrameValue,
    FunctionValue,
    GroupedValue,
    Imported,
    Items,
    Mapping,
    MemberValue,
    Nothing,
    Number,
    ObjectValue,
    PartialValue,
    SuperValue,
    Text,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Unknown,
    Value,
    WrapperValue,
    item_of,
    key_of,
    one_of,
)

# Methods of lists and dicts that put what they are given into them as one item.
_KEEPING = frozenset({"append", "appendleft", "get", "insert", "setdefault"})
_DUNDER_SETTERS = frozenset({"__setattr__", "__delattr__"})


class Calls:
    """Evaluates calls and attributes."""

    def __init__(
        self, run: Run, expressions: Expressions, objects: Objects, daft: DaftCalls
    ) -> None:
        self._run = run
        self._expressions = expressions
        self._objects = objects
        self._daft = daft
        self._frames = Frames(run)
        self._daft.frames = self._frames
        self._library = LibraryCalls(run, objects, self)

    def attribute(self, owner: Value, name: str) -> Value:
        """What `owner.name` stands for."""
        run = self._run
        if name == "__dict__":
            # Whoever has it may set any attribute.
            self._objects.forget(owner)
        if isinstance(owner, Imported):
            return run.modules.resolve(owner.attribute(name))
        if isinstance(owner, ObjectValue | ClassValue | SuperValue):
            return self._objects.attribute(owner, name)
        if isinstance(owner, UdfInstanceValue):
            return udfs.method_udf(owner, name) or UNKNOWN
        if isinstance(owner, Items | Mapping):
            if name in MUTATORS:
                # Somebody may call it later on.
                run.changes.change(owner)
            return item_of(owner)
        if isinstance(owner, Unknown) and owner.ways:
            return for_each_alternative(owner, lambda value: self.attribute(value, name))
        if isinstance(owner, Unknown):
            return self._objects.of_any(owner, name)
        if name == "value" and isinstance(owner, Number | Text):
            # Only the members of an enumeration have it.
            return replace(owner, is_member=False) if isinstance(owner, Text) else owner
        if isinstance(owner, MemberValue):
            own = {"name": Text.of(owner.name, known=True), "value": owner.value}
            return own.get(name, UNKNOWN)
        return owner if isinstance(owner, ExpressionValue) else UNKNOWN

    def call(self, node: ast.Call) -> Value:
        """What a call gives, and what it does to the frames and the runner in sight.

        A chain of methods nests as deep as it is long, and is followed from its first call on.
        """
        chain = [node]
        while isinstance(function := chain[-1].func, ast.Attribute) and isinstance(
            function.value, ast.Call
        ):
            chain.append(function.value)
        value = self._call(chain.pop())
        run = self._run
        while chain:
            call = chain.pop()
            run.effort.spend()
            assert isinstance(call.func, ast.Attribute)
            if isinstance(value, Items | Mapping) and run.changes.hides(value):
                value = one_of(value)
            value = self._method_call(call, call.func, Receiver(call.func.value, value))
        return value

    def _call(self, node: ast.Call) -> Value:
        run = self._run
        if isinstance(node.func, ast.Attribute):
            return self._method_call(node, node.func, self._expressions.receiver(node.func.value))
        if loop_syntax.is_taking_all(node):
            run.recorder.read_whole |= loop_syntax.taken_whole(node.args[0], run.file)
        function = run.value(node.func)
        arguments = given_by.evaluated(node, run, run.value)
        # What gives the arguments may never have come to an end.
        return UNKNOWN if run.state.ended else self.apply(function, arguments, node)

    def _method_call(self, node: ast.Call, function: ast.Attribute, receiver: Receiver) -> Value:
        run, name, owner = self._run, function.attr, receiver.value
        arguments = given_by.evaluated(node, run, run.value)
        if run.state.ended:
            return UNKNOWN
        if name in MUTATORS and is_namespace(function.value):
            # `globals().update(...)`
            for key in containers.given_keys(arguments):
                known = Text.of(key, known=True) if isinstance(key, str) else UNKNOWN
                run.modules.forget(run.scope.outermost, known, everything=True)
        if name in MUTATORS and owner is UNSEEN:
            # The program itself changes what a caller out of sight gave.
            self._rebind(receiver, UNKNOWN)
        return self._called_method(node, function, receiver, arguments)

    def _called_method(
        self, node: ast.Call, function: ast.Attribute, receiver: Receiver, arguments: Arguments
    ) -> Value:
        """What a method gives that is called on a value, its arguments evaluated."""
        name, owner, run = function.attr, receiver.value, self._run
        if isinstance(owner, Unknown) and owner.ways:
            return for_each_alternative(
                owner,
                lambda item: self._called_method(
                    node, function, replace(receiver, value=item), arguments
                ),
            )
        if isinstance(owner, FrameValue):
            return self._frame_method(node, function, receiver, owner, arguments)
        if isinstance(owner, GroupedValue):
            return self._frames.aggregated(
                owner, name, arguments, links.method_span(node, run.file)
            )
        if isinstance(owner, ExpressionValue):
            around = function.value
            within = around.attr if isinstance(around, ast.Attribute) else None
            return columns.method(owner, name, arguments, within)
        if isinstance(owner, UdfValue):
            return self._daft.of_udf_method(owner, name, arguments, node)
        if name in _DUNDER_SETTERS and isinstance(owner, ObjectValue | Imported):
            key, value = arguments.get(0), arguments.get(1)
            if (
                owner.made_of.function(name) is None
                if isinstance(owner, ObjectValue)
                else (owner.name != "builtins.object")
            ):
                if isinstance(key, Text) and key.exact:
                    run.set_attribute(owner, key.exact, value or UNKNOWN)
                return Nothing()
        if isinstance(owner, Unknown):
            self._objects.call_on_any(owner, name)
        method = _method_of_member(receiver, name)
        if method is not None:
            return self.apply(
                method, replace(arguments, positional=(owner, *arguments.positional)), node
            )
        if isinstance(owner, Items | Mapping | Text):
            return self._container_method(receiver, owner, name, arguments)
        attribute = self.attribute(owner, name)
        if isinstance(owner, Imported) or not isinstance(attribute, Unknown):
            return self.apply(attribute, arguments, node)
        if not only_reads(name):
            self.give_away(arguments, node)
        if name == "__init__":
            self._objects.made_above(owner)
        either = one_of(owner, attribute)
        if not isinstance(owner, Unknown):
            return either
        run.recorder.called_on_unknown(name)
        if owner.steps is None and not operators.cuts(name):
            return either
        span = links.method_span(node, run.file)
        return self._frames.of_unknown(owner, either, name, arguments, span)

    def apply(self, function: Value, arguments: Arguments, node: ast.AST | None) -> Value:
        """What calling a value gives."""
        run = self._run
        if isinstance(function, Unknown) and function.ways:
            return for_each_alternative(function, lambda value: self.apply(value, arguments, node))
        wrapper = run.wrapper(function)
        if wrapper is not None:
            return self._daft.of_wrapper(wrapper, function, arguments, node)
        if isinstance(function, WrapperValue):
            return self._daft.of_waiting_wrapper(function, arguments, node)
        if isinstance(function, Imported):
            given = self._imported_call(node, function.name, arguments)
            # What isn't known may be what was given, or something in it.
            return one_of(given, *arguments.values) if isinstance(given, Unknown) else given
        if isinstance(function, DecoratorValue):
            return self._daft.of_waiting_decorator(function, arguments)
        if isinstance(function, UdfClassValue):
            return self._daft.of_class(function, arguments)
        if isinstance(function, UdfInstanceValue):
            return self._daft.of_instance(function, arguments, node)
        if isinstance(function, UdfValue):
            return self._daft.of_udf(function, arguments, node)
        if isinstance(function, FunctionValue):
            return run.call(function, arguments, node)
        if isinstance(function, ClassValue):
            member = self._objects.member(function, arguments)
            return self._objects.make(function, arguments) if member is None else member
        if isinstance(function, PartialValue):
            return self.apply(function.function, function.arguments.then(arguments), node)
        if isinstance(function, ObjectValue):
            called = self.attribute(function, "__call__")
            if isinstance(called, FunctionValue):
                return run.call(called, arguments, node)
        for alternative in function.among if isinstance(function, Unknown) else ():
            if isinstance(alternative, FunctionValue):
                self._objects.may_run(alternative, arguments.values)
        self.give_away(arguments, node)
        return one_of(function, *arguments.values)

    def give_away(self, arguments: Arguments, node: ast.AST | None) -> None:
        """Code out of sight gets these values, and may call functions among them."""
        for value in arguments.values:
            if isinstance(value, FunctionValue):
                self._objects.may_run(value, arguments.values)
        if arguments.values:
            self._run.changes.lend(arguments, self._run.span(node or self._run.file.tree))

    def _imported_call(self, node: ast.AST | None, name: str, arguments: Arguments) -> Value:
        if name.startswith("daft."):
            return self._daft.call(name, arguments, node)
        for value in arguments.values:
            if isinstance(value, FunctionValue):
                # Code out of sight gets it, and may call it with the others.
                self._objects.may_run(value, arguments.values)
        return self._library.call(name, arguments, node)

    def _frame_method(
        self,
        node: ast.Call,
        function: ast.Attribute,
        receiver: Receiver,
        frame: FrameValue,
        arguments: Arguments,
    ) -> Value:
        name, file = function.attr, self._run.file
        if name in {"pipe", "transform"}:
            given = (frame, *arguments.positional[1:])
            rest = replace(arguments, positional=given)
            return self.apply(arguments.get(0) or UNKNOWN, rest, node)
        link, code = (
            links.link(node, function, file, self._run.scope.names),
            links.code_of_number(node, file),
        )
        span = links.method_span(node, file)
        result = self._frames.method(frame, name, arguments, span, link, code)
        if result.kept is not None:
            self._rebind(receiver, result.kept)
        return result.value

    def _container_method(
        self, receiver: Receiver, owner: Items | Mapping | Text, name: str, arguments: Arguments
    ) -> Value:
        result = self._of_container(owner, name, arguments)
        for value in arguments.values if name not in _KEEPING else ():
            self._run.changes.use_up(value)
        after = containers.changed(owner, name, arguments)
        if after is not None:
            self.replace_container(receiver, after)
        elif name in MUTATORS:
            self._run.changes.change(owner)
        return result

    def _of_container(
        self, owner: Items | Mapping | Text, name: str, arguments: Arguments
    ) -> Value:
        key = arguments.get(0)
        if isinstance(owner, Mapping) and not arguments.values and arguments.complete:
            items = unrolling.of_dict(owner, name)
            if items is not None:
                return unrolling.seen(items, owner)
        given = containers.taken(owner, name, arguments)
        if given is not None:
            return given
        if isinstance(owner, Mapping) and name == "get":
            found = key_of(key) if key is not None and arguments.complete else None
            default = arguments.get(1) or Nothing()
            return item_of(owner, default) if found is None else owner.get(found, default)
        if isinstance(owner, Text):
            return texts.method(owner, name, arguments)
        return replace(owner) if name == "copy" else item_of(owner, *arguments.values)

    def replace_container(self, receiver: Receiver, after: Value | None) -> None:
        """A list or dict is changed in place: it is another one under the name that is seen.

        Under all other names, in loops, and where None tells so, it isn't known any more.
        """
        run = self._run
        if after is not None and not run.recorder.loops:
            run.changes.follow(receiver.value, after)
            self._rebind(receiver, after)
            return
        run.changes.change(receiver.value)
        if receiver.value is UNSEEN:
            self._rebind(receiver, UNKNOWN)

    def _rebind(self, receiver: Receiver, new: Value) -> None:
        """What a method leaves in its receiver's place, under the name that it is called on.

        `df.collect()` keeps its result on `df`, `steps.append(step)` is one step longer. What has
        other names is unknown under these.
        """
        node, holder, run = receiver.node, receiver.holder, self._run
        if isinstance(node, ast.Name):
            if node.id in run.scope.names:
                run.state.put(run.scope.names, node.id, new)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(holder, ObjectValue)
            and run.state.attribute(holder, node.attr)
        ):
            run.state.set_attribute(holder, node.attr, new)

    def selected(self, node: ast.Subscript, frame: FrameValue, keys: Sequence[Value]) -> Value:
        """`df[["a", "b"]]` and `df[1:3]` are selections."""
        return self._frames.selected(frame, tuple(keys), self._run.span(node))

    def run_frame(self, frame: FrameValue, method: str, node: ast.AST) -> None:
        """A frame is run by something that isn't one of its own methods: `len(df)`, a loop."""
        self._frames.method(frame, method, Arguments(), self._run.span(node))


def _method_of_member(receiver: Receiver, name: str) -> FunctionValue | None:
    """The method in `Mode.FAST.start()`."""
    value, enumeration = receiver.value, receiver.holder
    is_member = isinstance(value, MemberValue) or (isinstance(value, Text) and value.is_member)
    if not is_member or not isinstance(enumeration, ClassValue):
        return None
    return enumeration.function(name)
