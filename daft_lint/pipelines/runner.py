"""The runner that a program chooses for its pipelines, and the cluster that it starts itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.index.code import DELETED, Call, Expression, last_name
from daft_lint.infer import arguments
from daft_lint.infer.callers import contexts
from daft_lint.infer.circumstances import conditions_of
from daft_lint.infer.context import Context, Site
from daft_lint.infer.other_names import other_names
from daft_lint.infer.truth import may_run
from daft_lint.pipelines.order import (
    BETWEEN,
    Order,
    Path,
    Step,
    is_conditional,
    order,
    path_to,
    root_of,
)
from daft_lint.plan.cluster import ChosenBy, Cluster, Runner, RunnerKind
from daft_lint.plan.conditions import Conditions, exclude
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.values.values import (
    UNKNOWN,
    Alternatives,
    Arguments,
    Flag,
    Imported,
    Mapping,
    Nothing,
    Number,
    PartialValue,
    Text,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

_SETTERS = {"set_runner_ray": RunnerKind.RAY, "set_runner_native": RunnerKind.NATIVE}
_VARIABLE = "DAFT_RUNNER"
_KINDS = {"ray": RunnerKind.RAY, "native": RunnerKind.NATIVE}
"""What that variable of the environment may say."""
# What changes the environment, and whether it takes a variable away.
_OF_ENVIRONMENT = {
    "setdefault": False,
    "putenv": False,
    "__setitem__": False,
    "update": False,
    "pop": True,
    "unsetenv": True,
    "clear": True,
}
# What stands in a module that changes the environment, and the packages whose functions choose.
_SAID_OF_ENVIRONMENT = ("environ", "putenv", "unsetenv", _VARIABLE)
_CHOOSING = frozenset({"daft", "dotenv", "os", "ray", "unittest"})
_BY_VARIABLE = frozenset({ChosenBy.VARIABLE, ChosenBy.DEFAULT})
_ENVIRONMENTS = (Imported("os.environ"), Text.of("os.environ", known=True))


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What chooses the runner, and the path to it.

    One `if_unset` chooses only where the environment doesn't.
    """

    kind: RunnerKind
    by: ChosenBy
    span: Span
    text: str
    path: Path
    under: Conditions
    if_unset: bool = False
    cluster: Cluster | None = None

    @property
    def origin(self) -> Origin:
        """What says so."""
        return Origin(OriginKind.LITERAL, self.text, self.span)


def choices_in(infer: Infer, module: Module) -> list[Choice]:
    """What chooses a runner in a module, in each of its contexts."""
    words = _words(infer, module)
    if not any(word in module.document.text for word in (*words, *_SAID_OF_ENVIRONMENT)):
        return []
    found = []
    for number, call in _candidates(module, words):
        if not _may_choose(infer.value(call.function, infer.free(module, call.scope))):
            continue
        for context in contexts(infer, module, call.scope):
            site = Site(context, number)
            function = infer.value(call.function, context)
            if not _may_choose(function):
                continue
            given = arguments.evaluated(infer, arguments.of_call(infer, site))
            if isinstance(function, PartialValue):
                given = function.arguments.then(given)
                function = function.function
            if not isinstance(function, Imported):
                continue
            chosen = _chosen(function.name, given)
            if chosen is not None and may_run(infer, context, call.block):
                kind, by, said, if_unset = chosen
                whole = path = path_to(infer, context, number, call.block)
                under = conditions_of(infer, context, call.block)
                if by is ChosenBy.RAY_STATE:
                    path = tuple(_if_wanted(infer, step) for step in whole)
                is_wanted = any(a is not b for a, b in zip(path, whole, strict=True))
                started = function.name == "ray.init" and not is_wanted
                cluster = _cluster(given, site.span) if started else None
                found.append(Choice(kind, by, site.span, said, path, under, if_unset, cluster))
    return [*found, *_assigned(infer, module)]


def _may_choose(function: Value) -> bool:
    """Whether calling something may choose a runner; a method of another package doesn't."""
    if isinstance(function, Imported):
        return function.name.partition(".")[0] in _CHOOSING
    return isinstance(function, Alternatives | PartialValue | Unknown)


def _if_wanted(infer: Infer, step: Step) -> Step:
    """A step without the blocks that run where Ray isn't started yet: else it was before."""
    blocks = {
        number: block
        for number, block in step.blocks.items()
        if not _is_for_want(infer, block.test, step.context, holds=block.holds)
    }
    return step if len(blocks) == len(step.blocks) else replace(step, blocks=blocks)


def _is_for_want(infer: Infer, test: Expression | None, context: Context, *, holds: bool) -> bool:
    """Whether a test finds that Ray isn't started."""
    if test is not None and test[:2] == ("unary", "Not"):
        return _is_for_want(infer, test[2], context, holds=not holds)
    if test is None or test[0] != "call" or holds:
        return False
    called = infer.value(context.index.calls[test[1]].function, context)
    return called == Imported("ray.is_initialized")


def _words(infer: Infer, module: Module) -> set[str]:
    """What calls that choose a runner are called in a module."""
    words = {*_SETTERS, "load_dotenv"}
    if "ray" in module.document.text:
        words.add("init")
    if any(word in module.document.text for word in _SAID_OF_ENVIRONMENT):
        words |= {*_OF_ENVIRONMENT, "dict"}
    for other in (module, *infer.modules.imported_by(module)):
        for setter in _SETTERS:
            if setter in other.document.text:
                words |= other_names(infer, other, setter)
    return words


def _candidates(module: Module, words: Iterable[str]) -> Iterator[tuple[int, Call]]:
    index = module.index
    found = {number for word in words for number in index.calls_by_name.get(word, ())}
    yield from ((number, index.calls[number]) for number in sorted(found))


def _chosen(name: str, given: Arguments) -> tuple[RunnerKind, ChosenBy, str, bool] | None:
    """The runner that a call chooses, by what, in words, and whether the environment wins."""
    last = name.rpartition(".")[2]
    if name.startswith("daft.") and last in _SETTERS:
        kind = _SETTERS[last]
        return kind, ChosenBy.SETTER, _said(kind), False
    if name == "ray.init":
        text = "ray.init() makes Daft choose the Ray runner"
        return RunnerKind.RAY, ChosenBy.RAY_STATE, text, False
    change = _change_of(name, last, given)
    if change is None:
        return None
    return *_of_variable(change), last == "setdefault"


def _of_variable(value: Value) -> tuple[RunnerKind, ChosenBy, str]:
    """What a value of DAFT_RUNNER chooses; `Nothing` takes it away, and what Daft takes counts."""
    if isinstance(value, Nothing):
        return RunnerKind.NATIVE, ChosenBy.DEFAULT, f"{_VARIABLE} is removed here"
    known = value.pattern.lower() if isinstance(value, Text) else ""
    kind = _KINDS.get(known, RunnerKind.UNKNOWN)
    return kind, ChosenBy.VARIABLE, _said(kind)


def _change_of(name: str, last: str, given: Arguments) -> Value | None:
    """What a call sets DAFT_RUNNER to, `Nothing` where it removes it; None for all other calls."""
    if name == "dotenv.load_dotenv":
        overrides = given.get(None, "override")
        return None if overrides in {None, Flag(False)} else UNKNOWN
    if name == "unittest.mock.patch.dict" and given.get(0) in _ENVIRONMENTS:
        return UNKNOWN if given.get(None, "clear") or _updated(given.get(1)) else None
    if not name.startswith("os.") or last not in _OF_ENVIRONMENT:
        return None
    if last == "clear":
        return Nothing()
    if last == "update":
        return given.keywords.get(_VARIABLE) or _updated(given.get(0))
    if not _is_variable(given.get(0)):
        return None
    return Nothing() if _OF_ENVIRONMENT[last] else given.get(1)


def _updated(values: Value | None) -> Value | None:
    """What DAFT_RUNNER is among variables that are set together; None where it stays."""
    if isinstance(values, Mapping):
        known = [value for key, value in values.entries if key in {_VARIABLE, None}]
        return known[-1] if known else None
    return None if values is None else UNKNOWN


def _said(kind: RunnerKind) -> str:
    unknown = kind is RunnerKind.UNKNOWN
    return "the runner is chosen at run time" if unknown else f"the {kind.value} runner is set here"


def _is_variable(value: Value | None) -> bool:
    return isinstance(value, Text) and value.pattern == _VARIABLE


def _assigned(infer: Infer, module: Module) -> Iterator[Choice]:
    """`os.environ["DAFT_RUNNER"] = "ray"`; `del` takes it away."""
    index = module.index
    for place, assigned in enumerate(index.items_set):
        if last_name(assigned.owner) != "environ":
            continue
        for context in contexts(infer, module, assigned.scope):
            is_environment = infer.value(assigned.owner, context) == Imported("os.environ")
            if not (is_environment and _is_variable(infer.value(assigned.key, context))):
                continue
            is_deleted = assigned.value == DELETED
            value = Nothing() if is_deleted else infer.value(assigned.value, context)
            # Between the same two calls they stand in their order.
            number = assigned.number - BETWEEN + place / (2 * len(index.items_set))
            path = path_to(infer, context, number, assigned.block)
            if not may_run(infer, context, assigned.block):
                continue
            under = conditions_of(infer, context, assigned.block)
            span = context.module.span(assigned.place)
            kind, by, text = _of_variable(value)
            yield Choice(kind, by, span, text, path, under)


def _cluster(given: Arguments, span: Span) -> Cluster | None:
    """The Ray of one node that a program starts itself where it says its resources."""
    cpus, gpus = given.get(None, "num_cpus"), given.get(None, "num_gpus")
    elsewhere = not given.complete or given.get(0, "address") is not None
    if (cpus is None and gpus is None) or elsewhere:
        return None
    text = "ray.init() with resources starts a Ray of one node"
    return Cluster(
        workers=exactly(1, Origin(OriginKind.LITERAL, text, span)),
        cpus_per_worker=cpus.quantity if isinstance(cpus, Number) else None,
        gpus_per_worker=gpus.quantity if isinstance(gpus, Number) else None,
    )


def runner_for(
    choices: Sequence[Choice], path: Path, under: Conditions, ran: Sequence[Path]
) -> Runner:
    """The runner that every choice in force names for what stands at the end of a path.

    An action at one of the paths that `ran` settles the runner, so that later choices come late.
    Those behind it are out of force. So are those of branches where other ones are taken; if
    nothing else chooses Ray, that is left to what Daft takes by itself (0.7.26: the native runner).
    """
    near = [each for each in choices if _is_of_run(each, path)]
    found = near or list(choices)
    if near:
        found = [each for each in near if order(each.path, path) is not Order.AFTER]
        found = [each for each in found if not _is_replaced(each, found, path)]
    possible = [each for each in found if not exclude(each.under, under, surely=False)]
    if found and not possible:
        if {each.kind for each in found} != {RunnerKind.RAY}:
            return Runner(RunnerKind.UNKNOWN, certain=False)
        text = "the Ray runner is only selected in another branch"
        origin = Origin(OriginKind.LITERAL, text, found[0].span)
        return Runner(RunnerKind.NATIVE, certain=True, origin=origin, by_default=True)
    surely = [each for each in possible if near and _is_sure(each, path)]
    first = [each for each in surely if not _may_be_settled(each, ran)]
    strongest = max((each.by for each in first), default=ChosenBy.DEFAULT)
    possible = [each for each in possible if each.by >= strongest]
    kinds = {each.kind for each in possible}
    if len(kinds) != 1 or RunnerKind.UNKNOWN in kinds:
        one_of_each = {each.kind: each.origin for each in reversed(possible)}
        among = tuple(reversed(one_of_each.values()))
        return Runner(RunnerKind.UNKNOWN, certain=False, among=among)
    firm = [each for each in surely if each in possible]
    choice = (firm or possible)[0]
    before = {order(each, choice.path) for each in ran} if near else set()
    if Order.SURELY_BEFORE in before:
        return Runner(RunnerKind.UNKNOWN, certain=False)
    is_late = Order.PERHAPS_BEFORE in before
    return Runner(
        choice.kind,
        certain=bool(firm) and not is_late and not choice.if_unset,
        origin=choice.origin,
        if_unset=choice.if_unset,
        another_job=not near,
        may_be_late=is_late and bool(firm),
    )


def chosen_around(choices: Sequence[Choice]) -> Runner:
    """The runner that every program chooses which a module is part of; unknown without one."""
    if not choices:
        return Runner(RunnerKind.UNKNOWN, certain=False)
    return Runner(choices[0].kind, certain=True, origin=choices[0].origin)


def _is_of_run(choice: Choice, path: Path) -> bool:
    """Whether a run that gets to the end of a path may make a choice."""
    entry = choice.path[0].context
    if entry.scope.kind == "module":
        return entry.module is root_of(path)
    return entry is path[0].context


def _is_replaced(choice: Choice, others: Sequence[Choice], path: Path) -> bool:
    """Whether the variable is surely set anew, or removed, between a choice and a path's end."""
    return choice.by in _BY_VARIABLE and any(
        other.by in _BY_VARIABLE
        and not other.if_unset
        and order(choice.path, other.path) in {Order.SURELY_BEFORE, Order.PERHAPS_BEFORE}
        and _is_sure(other, path)
        for other in others
    )


def _is_sure(choice: Choice, path: Path) -> bool:
    """Whether a choice was surely made before what a path leads to."""
    if choice.path[0].context is path[0].context:
        return order(choice.path, path) is Order.SURELY_BEFORE
    return not is_conditional(choice.path)


def _may_be_settled(choice: Choice, ran: Sequence[Path]) -> bool:
    """Whether an action may have run before a choice, which settled the runner."""
    before = (Order.SURELY_BEFORE, Order.PERHAPS_BEFORE)
    return any(order(each, choice.path) in before for each in ran)


def local_cluster(choices: Sequence[Choice], path: Path) -> Cluster:
    """The cluster that the program itself starts; two different ones tell nothing."""
    own = [
        each.cluster
        for each in choices
        if each.cluster and _is_of_run(each, path) and not is_conditional(each.path)
    ]
    return own[0] if own and all(each == own[0] for each in own) else Cluster()
