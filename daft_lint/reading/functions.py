"""Calls of the functions in sight, followed into their bodies."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.documents.project import is_test_file
from daft_lint.reading.binding import bound_names
from daft_lint.reading.columns import words_of
from daft_lint.reading.entries import entry_of, entry_on
from daft_lint.reading.relying import relying
from daft_lint.reading.repetition import Given, Run
from daft_lint.reading.scope import Scope, State
from daft_lint.reading.tasks import Tasks
from daft_lint.reading.values import (
    NO_EXCEPTION,
    UNKNOWN,
    Arguments,
    ClassValue,
    FrameValue,
    FunctionValue,
    ObjectValue,
    Value,
    one_of,
)
from daft_lint.reading.walking import walk_for, yields

if TYPE_CHECKING:
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.session import Session
    from daft_lint.reading.statements import Statements

# A method that objects have of one base is followed for so many at once.
_MOST_OF_ONE_BASE = 4


class Functions:
    """Follows calls."""

    def __init__(self, session: Session, expressions: Expressions, foresight: Foresight) -> None:
        self._session = session
        self._expressions = expressions
        self._foresight = foresight
        self.tasks = Tasks(session, foresight)
        self._named_in_itself: dict[cst.CSTNode, bool] = {}
        # What functions that call themselves were given there, which isn't followed.
        self._recurred: dict[cst.CSTNode, list[Given]] = {}
        self.statements: Statements

    def call(
        self,
        function: FunctionValue,
        arguments: Arguments,
        state: State,
        at: cst.CSTNode | None = None,
    ) -> Value:
        """Follow a call into a function of this file; `at` is what calls it with its arguments."""
        if self._is_forgotten(function, at):
            return UNKNOWN
        changes = self._session.changes
        if changes.is_remade(function.node) and function.bound_to is not None:
            changes.change(function.bound_to)
        too_far = self._is_too_far(function, arguments)
        recurs = self._recurs(function)
        if too_far or recurs:
            if recurs:
                self._recurred.setdefault(function.node, []).append(
                    Given(self._bound_names(function, arguments, state), dict(state.attributes))
                )
            changes.lend(arguments, partial(self._session.span, function.node))
            given = one_of(*arguments.values)
            self._foresight.handed_on(function, given, state)
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
        follow = self._remembered if function.remembers else self._call
        handed = self._handed_on(function, arguments)

        def work() -> Value:
            with self._session.rounds.call(function, at), self._session.within(file):
                return follow(function, handed, state)

        if at is not None and self.tasks.is_task(function, at):
            result = self.tasks.start(function, at, work, state)
        elif self.tasks.is_for_later(function, at):
            result = self.tasks.keep(work, state)
        else:
            result = work()
        if recorder.numbers == numbers:
            effort.note_in_vain(function.node, taken)
        return relying(result, function.rests_on, self._session)

    def _is_forgotten(self, function: FunctionValue, at: cst.CSTNode | None) -> bool:
        """Whether a call would start later, but nobody uses what it gives."""
        node, name = self._session.kept_as
        if at is None or at is not node or not _starts_later(function):
            return False
        return not name or self._session.document.text.count(name) == 1

    def _recurs(self, function: FunctionValue) -> bool:
        """Whether a function is called by itself.

        A method of another object isn't, though both objects have it of one base: a step that
        calls its own steps. Only so many are followed, since each may make the next one.
        """
        same = [one for one in self._session.call_stack if one.node is function.node]
        if not same:
            return False
        objects = [one.bound_to for one in (*same, function)]
        others = all(isinstance(one, ObjectValue) for one in objects)
        apart = others and len(set(map(id, objects))) == len(objects) <= _MOST_OF_ONE_BASE
        return not apart or self._names_itself(function)

    def _is_too_far(self, function: FunctionValue, arguments: Arguments) -> bool:
        """Whether a function isn't followed into, as its text isn't what it does, or for the cost.

        One that got nowhere for long is followed again where it is given what a pipeline is of.
        """
        effort = self._session.effort
        if len(self._session.call_stack) >= effort.deepest_call:
            return True
        if self._session.changes.is_remade(function.node):
            return True
        file = function.scope.file or self._session.file
        relevance = self._session.program.relevance
        if relevance.is_given_any(arguments):
            return False
        concerned = relevance.of_call(function, arguments)
        # A test shows what it does itself, and no more.
        is_tested = self._session.is_test and not is_test_file(file.path)
        if effort.is_in_vain(function.node, concerned=concerned and not is_tested):
            return True
        return not concerned and (is_tested or self._session.is_beside_the_point(file))

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

    def _call(self, function: FunctionValue, arguments: Arguments, state: State) -> Value:
        stack = self._session.call_stack
        exits = function.exits and arguments.get(None, "standalone_mode") is None
        if function.wrapped:
            arguments = replace(arguments, complete=False)
        inner = state.inside(Scope(function.scope))
        inner.scope.names = self._bound_names(function, arguments, inner)
        stack.append(function)
        running = self.tasks.count
        try:
            follow = self._recursive if self._names_itself(function) else self._body
            for manager in reversed(function.managers):
                self._ask(manager, "__enter__", Arguments(), state)
            result = follow(function, inner)
            for manager in function.managers:
                self._ask(manager, "__exit__", NO_EXCEPTION, state)
        finally:
            stack.pop()
            self.tasks.leave(running)
        if exits or (inner.ended and self._is_all_there_is(function)):
            self._session.endings.fails(state)
        return result

    def _ask(self, owner: ObjectValue, name: str, arguments: Arguments, state: State) -> None:
        """Call a method of Python's on an object, if it has one."""
        method = owner.made_of.function(name)
        if method is not None:
            self.call(replace(method, bound_to=owner), arguments, state)

    def _is_all_there_is(self, function: FunctionValue) -> bool:
        """Whether a call does what the function does: no decorator and no subclass has its way."""
        if function.wrapped or function.rests_on or function.managers:
            return False
        return _class_of(function) not in self._session.stand_ins

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
            file = function.scope.file or self._session.file
            # To count a word is far quicker than to walk a tree, and most are said but once.
            is_said_once = file.document.text.count(function.name) == 1
            names = (one.value for one in walk_for(cst.Name, node.body))
            self._named_in_itself[node] = not is_said_once and function.name in names
        return self._named_in_itself[node]

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

    def _body(self, function: FunctionValue, state: State) -> Value:
        if isinstance(function.node, cst.Lambda):
            return self._expressions.value(function.node.body, state)
        return self.statements.function_body(function.node, state)


def _starts_later(function: FunctionValue) -> bool:
    """Whether a call runs nothing yet: of a coroutine, a generator, or what makes a manager."""
    node = function.node
    if isinstance(node, cst.Lambda) or function.wrapped or function.rests_on:
        return False
    return node.asynchronous is not None or yields(node)


def _class_of(function: FunctionValue) -> ClassValue | None:
    """The class of what a method is called on."""
    owner = function.bound_to
    return owner.made_of if isinstance(owner, ObjectValue) else owner
