"""The runner and the cluster that a program sets: setters, the environment, `ray.init`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from daft_lint.index.tree import dotted, times_bound, yields
from daft_lint.plan.cluster import ChosenBy, Cluster, RunnerKind
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.plan.span import Span
from daft_lint.values.truth import is_none, truth
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Flag,
    Imported,
    Mapping,
    Number,
    Text,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.inference.conditions import Held
    from daft_lint.inference.run import Run

_SETTERS = {"set_runner_ray": RunnerKind.RAY, "set_runner_native": RunnerKind.NATIVE}
_ENVIRONMENT = "DAFT_RUNNER"
_VARIABLES = "os.environ"
_KINDS = {"ray": RunnerKind.RAY, "native": RunnerKind.NATIVE}
# Functions that set a variable of the environment, that take one out, and that set many.
_SETTING = frozenset({"os.environ.setdefault", "os.putenv", "os.environ.__setitem__"})
_UNSETTING = frozenset(
    {"os.environ.__delitem__", "os.environ.pop", "os.environ.popitem", "os.unsetenv"}
)
_LOADING = frozenset({"dotenv.load_dotenv", "dotenv.main.load_dotenv"})
# `unittest.mock` and the package that it was before: they set what they are given for a while.
_PATCH = re.compile(r"(?:unittest\.)?mock\.(?:mock\.)?patch(?:\.\w+)?")
# What `patch.dict` takes besides variables.
_OF_PATCH = frozenset({"in_dict", "values", "clear"})
# How often a name is bound that a module binds, and one of its functions.
_BY_BOTH = 2
# Where `load_dotenv` takes whether it sets what is set already.
_OVERRIDE = 3


class Runners:
    """Notices what chooses the runner and what starts a cluster."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def noticed(self, name: str, arguments: Arguments, place: Callable[[], Span]) -> bool:
        """Keep what a call, by its dotted name, says of runner or cluster; false when nothing."""
        last = name.rpartition(".")[2]
        if name.startswith("daft.") and last in _SETTERS:
            self._choose(_SETTERS[last], place(), ChosenBy.SETTER)
        elif name == "ray.init":
            self._ray_init(arguments, place())
        elif name == "os.environ.update":
            self._update(arguments, place())
        elif name in _SETTING:
            key, value = arguments.get(0), arguments.get(1)
            if key is not None and value is not None:
                firm = not name.endswith("default")
                self.set_environment(key, value, place(), firm=firm)
        elif name in _UNSETTING:
            self.unset_environment(arguments.get(0), place())
        elif name == "os.environ.clear":
            self.unset_environment(Text.of(_ENVIRONMENT, known=True), place())
        elif name in _LOADING:
            if arguments.get(_OVERRIDE, "override") not in (None, Flag(False)):
                self._may_change(None, place())
        elif _PATCH.fullmatch(name) and self._is_of_environment(arguments):
            self._patch(arguments, place())
        else:
            return False
        return True

    def _is_of_environment(self, arguments: Arguments) -> bool:
        first, second = arguments.get(0), arguments.get(1)
        if isinstance(first, Text):
            return first.pattern == _VARIABLES
        named = isinstance(second, Text) and second.pattern == "environ"
        return first == Imported(_VARIABLES) or (first == Imported("os") and named)

    def _patch(self, arguments: Arguments, span: Span) -> None:
        """`patch.dict(os.environ, {...})` sets variables for a while; nobody says how long."""
        values = arguments.get(1, "values")
        rest = {
            name: keyword for name, keyword in arguments.keywords.items() if name not in _OF_PATCH
        }
        names = (
            {*rest, *(key for key, _ in values.entries)} if isinstance(values, Mapping) else rest
        )
        is_read = isinstance(values, Mapping) or (values is None and arguments.complete)
        clears = arguments.get(2, "clear") not in (None, Flag(False))
        if not is_read or clears or _ENVIRONMENT in names:
            self._may_change(None, span)

    def set_environment(self, key: Value, value: Value, span: Span, *, firm: bool) -> None:
        """A variable of the environment is set; not `firm` where it may have been set before."""
        if isinstance(key, Text) and key.pattern == _ENVIRONMENT:
            kind = _KINDS.get(value.pattern.lower()) if isinstance(value, Text) else None
            self._choose(kind or RunnerKind.UNKNOWN, span, ChosenBy.VARIABLE, firm=firm)
        elif firm and not self._guards_variable():
            self._may_change(key, span)

    def unset_environment(self, key: Value | None, span: Span) -> None:
        """A variable is taken out of the environment."""
        if not (isinstance(key, Text) and key.pattern == _ENVIRONMENT):
            self._may_change(key, span)
        elif self._run.recorder.is_left_to_variable:
            text = f"{_ENVIRONMENT} is removed from the environment here"
            # A generator may do so behind its `yield`: at the end of a `with`, say.
            firm = not self._is_generator()
            self._note(RunnerKind.NATIVE, span, text, ChosenBy.DEFAULT, firm=firm)

    def _is_generator(self) -> bool:
        """Whether a generator is followed."""
        stack = self._run.call_stack
        return bool(stack) and yields(stack[-1].node)

    def _guards_variable(self) -> bool:
        """Whether what is followed only runs where some variable isn't set yet."""
        return any(map(_asks_for_variable, self._run.circumstances.now))

    def _may_change(self, key: Value | None, span: Span) -> None:
        """A variable isn't what it was any more, if it is that of the runner; None for any."""
        pattern = key.pattern if isinstance(key, Text) else "*"
        if fnmatchcase(_ENVIRONMENT, pattern) and self._run.recorder.is_left_to_variable:
            self._choose(RunnerKind.UNKNOWN, span, ChosenBy.VARIABLE)

    def _update(self, arguments: Arguments, span: Span) -> None:
        first = arguments.get(0)
        entries = first.entries if isinstance(first, Mapping) else ()
        is_read = first is None or isinstance(first, Mapping)
        if not (is_read and arguments.complete and all(isinstance(key, str) for key, _ in entries)):
            self._may_change(None, span)
        for name, value in (*entries, *arguments.keywords.items()):
            if isinstance(name, str):
                self.set_environment(Text.of(name, known=True), value, span, firm=True)

    def _choose(self, kind: RunnerKind, span: Span, by: ChosenBy, *, firm: bool = True) -> None:
        text = f"the {kind.value} runner is set here"
        self._note(kind, span, text, by, firm=firm)

    def _note(
        self,
        kind: RunnerKind,
        span: Span,
        text: str,
        by: ChosenBy,
        *,
        firm: bool = True,
    ) -> None:
        run, recorder = self._run, self._run.recorder
        held = run.circumstances.now
        guards = [condition for condition in held if self._is_of_first_call(condition)]
        calls = [(guard.around, guard.scope) for guard in guards]
        if any(recorder.has_chosen_before(*call) for call in calls):
            return
        passed = [
            guard for guard in guards if recorder.is_first_to_choose(guard.around, guard.scope)
        ]
        if kind is RunnerKind.RAY:
            # Where Ray is initialised already, that chooses it as well.
            passed += filter(_asks_for_ray, held)
        left_early = run.left_early - sum(condition.left_early for condition in passed)
        in_branch = run.branches > sum(condition.branches for condition in passed) or not firm
        for call in calls:
            recorder.note_choosing(*call, surely=not (in_branch or left_early))
        recorder.chose_runner(
            kind,
            span,
            text,
            in_branch=in_branch,
            left_early=left_early,
            under=run.circumstances.conditions,
            by=by,
        )

    def _ray_init(self, arguments: Arguments, span: Span) -> None:
        """A program that starts Ray runs Daft on it; given figures, it starts a Ray of one node."""
        in_branch = self._run.branches > 0
        text = "ray.init() makes Daft choose the Ray runner"
        self._note(RunnerKind.RAY, span, text, ChosenBy.RAY_STATE)
        cpus, gpus = arguments.get(None, "num_cpus"), arguments.get(None, "num_gpus")
        elsewhere = not arguments.complete or arguments.get(0, "address") is not None
        if (cpus is None and gpus is None) or elsewhere or in_branch:
            return
        origin = Origin(
            OriginKind.LITERAL, "ray.init() with resources starts a Ray of one node", span
        )
        self._run.recorder.started_local_cluster(
            Cluster(
                workers=exactly(1, origin),
                cpus_per_worker=cpus.quantity if isinstance(cpus, Number) else None,
                gpus_per_worker=gpus.quantity if isinstance(gpus, Number) else None,
            )
        )

    def _is_of_first_call(self, held: Held) -> bool:
        """Whether a test holds but in the first call of the function around it.

        It asks for a name of the module that only this function binds anew: `_done`, say.
        """
        test, holds = _without_nots(held)
        found = _name_in(test)
        if found is None or held.case is not None or not _declares(held.around, found.id):
            return False
        if times_bound(held.module)[found.id] != _BY_BOTH:
            return False
        module = held.scope.outermost
        value = module.own(found.id) or UNKNOWN
        with self._run.within(module):
            if self._run.modules.is_set_from_afar(found.id, value):
                return False
        if not isinstance(test, ast.Compare):
            return truth(value) is holds
        is_there = not holds if isinstance(test.ops[0], ast.Is) else holds
        return is_none(value) is (not is_there)


def _asks_for_ray(held: Held) -> bool:
    """Whether a test finds that Ray isn't initialised yet."""
    test, holds = _without_nots(held)
    asked = isinstance(test, ast.Call) and dotted(test.func) == "ray.is_initialized"
    return asked and not holds and held.case is None


def _asks_for_variable(held: Held) -> bool:
    """Whether a test finds that some variable of the environment isn't set yet."""
    test, holds = _without_nots(held)
    return held.case is None and _finds_none(test, holds=holds)


def _finds_none(test: ast.expr, *, holds: bool) -> bool:
    if isinstance(test, ast.BoolOp):
        outcome = holds if isinstance(test.op, ast.And) else not holds
        return outcome and any(_finds_none(value, holds=holds) for value in test.values)
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return False
    says_so = isinstance(test.ops[0], ast.NotIn if holds else ast.In)
    return says_so and dotted(test.comparators[0]) == "os.environ"


def _name_in(test: ast.expr) -> ast.Name | None:
    """The name in `name`, `name is None` and `name is not None`."""
    if isinstance(test, ast.Compare):
        other = test.comparators[0]
        is_there = isinstance(test.ops[0], ast.Is | ast.IsNot) and len(test.ops) == 1
        if not is_there or not (isinstance(other, ast.Constant) and other.value is None):
            return None
        test = test.left
    return test if isinstance(test, ast.Name) else None


def _declares(function: ast.AST, name: str) -> bool:
    """Whether a function has a line `global name`."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return any(
        isinstance(statement, ast.Global) and name in statement.names for statement in function.body
    )


def _without_nots(held: Held) -> tuple[ast.expr, bool]:
    test, holds = held.test, held.holds
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, holds = test.operand, not holds
    return test, holds
