"""Calls of the functions in sight, followed into their bodies."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from functools import lru_cache, reduce

from daft_lint.documents.project import is_test_file
from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import changed_by, dotted, parameters, walk, yields
from daft_lint.inference.arguments import bound_names
from daft_lint.inference.assumptions import with_assumptions
from daft_lint.inference.entry_points import entry_of, entry_on
from daft_lint.inference.expressions import Expressions
from daft_lint.inference.objects import Objects
from daft_lint.inference.run import FunctionEnds, Run
from daft_lint.inference.scope import Kind, Scope, scope_of
from daft_lint.inference.state import Way
from daft_lint.values.columns import words_of
from daft_lint.values.values import (
    NO_EXCEPTION,
    Arguments,
    ClassValue,
    FrameValue,
    FunctionValue,
    Nothing,
    ObjectValue,
    Value,
    is_constant,
    one_of,
)

# Calls in one another that are followed.
_DEEPEST_CALL = 8
# Nodes of all calls of a function that built nothing, until it is left alone: of one that has to do
# with Daft, or is given what has, and of any other.
_MOST_IN_VAIN = 2_000
_MOST_BESIDE_DAFT = 500
# A method that objects have of one base is followed for so many at once.
_MOST_OF_ONE_BASE = 4


class Functions:
    """Follows calls."""

    def __init__(self, run: Run, expressions: Expressions, objects: Objects) -> None:
        self._run = run
        self._objects = objects
        self._expressions = expressions
        self._in_vain: Counter[ast.AST] = Counter()

    def call(self, function: FunctionValue, arguments: Arguments, node: ast.AST | None) -> Value:
        """Follow a call of a function in sight; `node` is what calls it with its arguments."""
        run = self._run
        code: ast.AST = function.node
        if self._is_too_far(function, arguments) or self._recurs(function):
            if arguments.values:
                run.changes.lend(arguments, run.file_of(function.scope).span(code))
            # Of what it calls, little is done to what it was given itself.
            self._objects.may_run(function, arguments.values, left=1)
            return one_of(*arguments.values)
        run.called.add(code)
        path = run.file_of(function.scope).path
        made_of = _class_of(function)
        if made_of is not None:
            run.called_on.add((made_of.node, code))
        if isinstance(code, FUNCTIONS):
            run.note_call(entry_of(function, path))
            if made_of is not None:
                run.note_call(entry_on(made_of, function, run.file_of(made_of.scope).path))
        taken, numbers = run.effort.taken, run.recorder.numbers
        follow = self._remembered if function.remembers else self._call
        outer = run.differing
        run.differing = self._differing(function, node)
        result = follow(function, self._handed_on(function, arguments))
        run.differing = outer
        if run.recorder.numbers == numbers:
            self._in_vain[code] += run.effort.taken - taken
        return with_assumptions(result, function.rests_on, run)

    def _differing(self, function: FunctionValue, node: ast.AST | None) -> frozenset[str]:
        """The parameters that hold something else in each round of the loops around a call."""
        outer = self._run.differing
        if not outer or not isinstance(node, ast.Call):
            return frozenset()
        names = [parameter.arg for parameter in parameters(function.node)]
        if function.bound_to is not None:
            del names[:1]
        found: set[str] = set()
        for place, argument in enumerate(node.args):
            if _reads(argument, outer):
                if isinstance(argument, ast.Starred) or place >= len(names):
                    return frozenset(names)
                found.add(names[place])
        for keyword in node.keywords:
            if _reads(keyword.value, outer):
                if keyword.arg is None:
                    return frozenset(names)
                found.add(keyword.arg)
        return frozenset(found)

    def _recurs(self, function: FunctionValue) -> bool:
        """Whether a function is called by itself.

        A method of another object isn't, though both objects have it of one base: a step that
        calls its own steps. Only so many are followed, since each may make the next one.
        """
        same = [
            function_value
            for function_value in self._run.call_stack
            if function_value.node is function.node
        ]
        if not same:
            return False
        objects = [function_value.bound_to for function_value in (*same, function)]
        others = all(isinstance(object_, ObjectValue) for object_ in objects)
        return not (others and len(set(map(id, objects))) == len(objects) <= _MOST_OF_ONE_BASE)

    def _is_too_far(self, function: FunctionValue, arguments: Arguments) -> bool:
        """Whether a function isn't followed into, for the cost."""
        run = self._run
        if len(run.call_stack) >= _DEEPEST_CALL:
            return True
        relevance = run.modules.relevance
        if relevance.is_given_any(arguments):
            return False
        concerned = relevance.of_call(function, arguments)
        file = run.file_of(function.scope)
        # A test shows what it does itself, and no more.
        is_tested = run.is_test and not is_test_file(file.path)
        limit = _MOST_IN_VAIN if concerned and not is_tested else _MOST_BESIDE_DAFT
        return self._in_vain[function.node] > limit or (not concerned and is_tested)

    def _handed_on(self, function: FunctionValue, arguments: Arguments) -> Arguments:
        """What a function gets of arguments, by way of decorators out of sight."""
        if not function.rests_on:
            return arguments

        def through(value: Value) -> Value:
            # A frame is the same one for whoever gave it.
            if isinstance(value, FrameValue):
                return value
            return with_assumptions(value, function.rests_on, self._run)

        keywords = {name: through(keyword) for name, keyword in arguments.keywords.items()}
        return replace(
            arguments, positional=tuple(map(through, arguments.positional)), keywords=keywords
        )

    def _remembered(self, function: FunctionValue, arguments: Arguments) -> Value:
        """What a cached function gave before, if it was called with the same arguments."""
        words, state = words_of(arguments), self._run.state
        if words is None:
            return self._call(function, arguments)
        owner, name = function.bound_to or function, f"{function.name}{words}"
        value = state.attribute(owner, name)
        if value is None:
            value = self._call(function, arguments)
            state.set_attribute(owner, name, value)
        return value

    def _call(self, function: FunctionValue, arguments: Arguments) -> Value:
        run = self._run
        exits = function.exits and arguments.get(None, "standalone_mode") is None
        if function.wrapped:
            arguments = replace(arguments, complete=False)
        scope = Scope(Kind.FUNCTION, scope_of(function))
        scope.names = bound_names(function, arguments, run)
        varied = _varied_by_itself(function.node)
        if varied is not None:
            # It may be any of its calls that is followed.
            for name in varied & scope.names.keys():
                if is_constant(scope.names[name]):
                    scope.names[name] = one_of(scope.names[name])
            self._objects.may_run(function, scope.names.values())
        run.call_stack.append(function)
        try:
            for manager in reversed(function.managers):
                self._ask(manager, "__enter__", Arguments())
            with run.within(scope):
                result = self._body(function, scope)
            for manager in function.managers:
                self._ask(manager, "__exit__", NO_EXCEPTION)
        finally:
            run.call_stack.pop()
        if exits or (run.state.ended and self._is_all_there_is(function)):
            run.fails()
        else:
            run.state.ended = False
        return result

    def _is_all_there_is(self, function: FunctionValue) -> bool:
        """Whether a call does what the function does: no decorator and no subclass has its way."""
        if function.wrapped or function.rests_on or function.managers:
            return False
        return _class_of(function) not in self._run.stand_ins

    def _ask(self, owner: ObjectValue, name: str, arguments: Arguments) -> None:
        """Call a method of Python's on an object, if it has one."""
        method = owner.made_of.function(name)
        if method is not None:
            self.call(replace(method, bound_to=owner), arguments, None)

    def _body(self, function: FunctionValue, scope: Scope) -> Value:
        run, state = self._run, self._run.state
        code: ast.AST = function.node
        if isinstance(code, ast.Lambda):
            return run.value(code.body)
        assert isinstance(code, FUNCTIONS)
        own = frozenset[ast.AST](
            statement for statement in code.body if isinstance(statement, ast.Return)
        )
        ends = FunctionEnds(state.mark(), own, scope)
        start = state.past.done
        recorder = run.recorder
        left_early, sure, around = run.left_early, recorder.sure, run.branches_around
        run.branches_around = run.branches
        loop_ends, run.loop_ends = run.loop_ends, []
        run.function_ends.append(ends)
        with run.circumstances.kept():
            run.block(code.body)
        run.function_ends.pop()
        run.loop_ends = loop_ends
        run.left_early, run.branches_around = left_early, around
        if recorder.sure is not None and recorder.sure.left_early > left_early:
            recorder.sure = sure
        if yields(code):
            moments = [Way({}, start), *(way for way, _ in ends.yielded), *ends.left]
            if not state.ended:
                moments.append(state.way(ends.mark, scope.names))
            state.go_back(ends.mark, start)
            state.meet(moments)
            return one_of(*(value for _, value in ends.yielded))
        if not state.ended:
            ends.returned.append(Nothing())
        if ends.left:
            ways = [*ends.left]
            if not state.ended or ends.is_over:
                ways.append(state.way(ends.mark, scope.names))
            state.go_back(ends.mark, start)
            state.meet(ways)
        state.ended = not ends.returned
        return reduce(self._expressions.either, ends.returned or [Nothing()])


@lru_cache(maxsize=1024)
def _varied_by_itself(function: ast.AST) -> frozenset[str] | None:
    """The parameters that a function gives other values where it calls itself; None: it doesn't."""
    if not isinstance(function, FUNCTIONS):
        return None
    name, own = function.name, [parameter.arg for parameter in parameters(function)]
    varied: set[str] = set()
    calls = False
    for call in changed_by(function).called:
        is_method = isinstance(call.func, ast.Attribute) and dotted(call.func.value) in own[:1]
        if not (
            (isinstance(call.func, ast.Name) and call.func.id == name)
            or (is_method and isinstance(call.func, ast.Attribute) and call.func.attr == name)
        ):
            continue
        calls = True
        places = own[1:] if is_method else own
        given = [*zip(places, call.args, strict=False)]
        given += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
        varied |= {
            to
            for to, expression in given
            if not (isinstance(expression, ast.Name) and expression.id == to)
        }
    return frozenset(varied) if calls else None


def _class_of(function: FunctionValue) -> ClassValue | None:
    """The class of what a method is called on."""
    owner = function.bound_to
    return owner.made_of if isinstance(owner, ObjectValue) else owner


def _reads(node: ast.AST, names: frozenset[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in walk(node))
