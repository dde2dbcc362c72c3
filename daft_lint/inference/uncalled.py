"""Functions without a caller in the file, entered with unknown arguments."""

from __future__ import annotations

import ast
from collections import Counter

from daft_lint.index.traversal import FUNCTIONS, Function
from daft_lint.index.tree import changed_by, dotted, parameters, walk
from daft_lint.inference.entry_points import Entry, entry_of, entry_on
from daft_lint.inference.functions import Functions
from daft_lint.inference.objects import Objects, bound
from daft_lint.inference.run import Run
from daft_lint.inference.scope import scope_of
from daft_lint.inference.widening import widened
from daft_lint.values.values import (
    Arguments,
    ClassValue,
    FunctionValue,
    Nothing,
    ObjectValue,
    perhaps_none,
)

_UNSEEN = Arguments(complete=False)
_OTHERS = "other methods"


class Uncalled:
    """Enters a file by each function and class that it doesn't use itself."""

    def __init__(self, run: Run, functions: Functions, objects: Objects) -> None:
        self._run = run
        self._functions = functions
        self._objects = objects

    def read(self) -> None:
        """Read them all, each as something that may have been done before the next."""
        run = self._run
        relevance = run.modules.relevance
        # Files that import this one don't come by where it ends the program as a script.
        run.state.ended = False
        self._forget_filled()
        index = 0
        while index < len(run.classes):
            if run.wrappers.named or relevance.may_build(run.classes[index]):
                self._read_class(run.classes[index])
            index += 1
        index = 0
        while index < len(run.functions):
            function = run.functions[index]
            is_wanted = run.wrappers.named or relevance.may_build(function)
            if is_wanted and function.node not in run.called:
                self._enter(function, entry_of(function, run.root.path))
            index += 1

    def _forget_filled(self) -> None:
        """Any way in may have been taken before any other: what each of them fills may be full."""
        run = self._run
        for name in run.root.filled:
            value = run.scope.names.get(name)
            if value is not None:
                run.changes.change(value)

    def _enter(self, function: FunctionValue, entry: Entry) -> None:
        """Nothing tells whether another way in was taken before this one."""
        run = self._run
        run.recorder.entry = entry
        done = run.state.past.done
        run.optional(lambda: self._functions.call(function, _UNSEEN, None))
        run.state.past.done = done

    def _read_class(self, made_of: ClassValue) -> None:
        """Read the methods on an object of their own; any of them may run before any other."""
        run, state = self._run, self._run.state
        methods = [
            function
            for function in made_of.functions.values()
            if isinstance(function.node, FUNCTIONS)
        ]
        uncalled = [method for method in methods if self._is_uncalled(method, made_of)]
        if not uncalled:
            return
        path = run.root.path
        run.recorder.entry = Entry(path, str(made_of.node.name))
        done = state.past.done
        run.stand_ins.add(made_of)
        instance = self._objects.make(made_of, _UNSEEN)
        state.ended = False
        setters = self._foresee(methods, instance)
        for method in uncalled:
            if self._is_uncalled(method, made_of):
                self._enter(bound(method, instance), entry_on(made_of, method, path))
                for name, count in setters.items():
                    value = state.attribute(instance, name)
                    if value is None:
                        continue
                    if count > 1:
                        span = run.file_of(made_of.scope).name_span(made_of.node)
                        value = widened(value, span, _OTHERS)
                    # The method that sets it may be called later, or never.
                    state.set_attribute(instance, name, perhaps_none(value))
        run.stand_ins.clear()
        state.past.done = done

    def _is_uncalled(self, method: FunctionValue, made_of: ClassValue) -> bool:
        """Whether nothing shows yet what a method does for the objects of a class.

        What one does that a class inherits may hang on what the class defines itself.
        """
        run = self._run
        own = [
            function_value
            for function_value in _behind(method)
            if function_value.home is method.home
        ]
        if any(function_value.node not in run.called for function_value in (method, *own)):
            return True
        if method.home is made_of.node or (made_of.node, method.node) in run.called_on:
            return False
        return not made_of.own.isdisjoint(_asked_for(method, made_of))

    def _foresee(self, methods: list[FunctionValue], instance: ObjectValue) -> Counter[str]:
        """Forget what other methods than `__init__` change; give how many set each attribute."""
        run, state = self._run, self._run.state
        setters: Counter[str] = Counter()
        span = run.file_of(instance.made_of.scope).name_span(instance.made_of.node)
        before = dict(state.attributes)
        for method in methods:
            given = parameters(method.node)
            if method.name == "__init__" or not given:
                continue
            own, changed = given[0].arg, changed_by(method.node)
            for container in changed.containers:
                first, _, name = dotted(container).partition(".")
                held = state.attribute(instance, name) if first == own else None
                if held is not None:
                    run.changes.change(held)
            for name in {
                attribute.attr for attribute in changed.attributes if dotted(attribute.value) == own
            }:
                setters[name] += 1
                known = before.get((instance, name), Nothing())
                if isinstance(known, Nothing):
                    state.drop(state.attributes, (instance, name))
                else:
                    value = state.attribute(instance, name) or known
                    state.set_attribute(instance, name, widened(value, span, _OTHERS))
        return setters


def _behind(method: FunctionValue) -> list[FunctionValue]:
    """The functions around one that it names, as what a decorator puts in a method's place does."""
    found: list[FunctionValue] = []
    waiting = [method]
    while waiting:
        function_value = waiting.pop()
        scope = scope_of(function_value)
        if scope.parent is None:
            continue
        named = (each.id for each in walk(function_value.node) if isinstance(each, ast.Name))
        values = map(scope.names.get, dict.fromkeys(named))
        new = [each for each in values if isinstance(each, FunctionValue) and each not in found]
        found += new
        waiting += new
    return found


def _asked_for(method: FunctionValue, made_of: ClassValue) -> frozenset[str]:
    """The attributes that a method asks for, of whatever, and those that methods ask for then."""
    found: set[str] = set()
    waiting: list[Function] = [method.node]
    while waiting:
        nodes = walk(waiting.pop())
        asked = {node.attr for node in nodes if isinstance(node, ast.Attribute)} - found
        found |= asked
        waiting += [made_of.functions[name].node for name in asked & made_of.functions.keys()]
    return frozenset(found)
