"""The runner that a program chooses for its pipelines, and the cluster that it starts itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daft_lint.index.code import Call, last_name
from daft_lint.infer import arguments
from daft_lint.infer.callers import contexts
from daft_lint.infer.circumstances import conditions_of
from daft_lint.infer.context import Site
from daft_lint.pipelines.order import BETWEEN, Order, Path, is_conditional, order, path_to, root_of
from daft_lint.plan.cluster import ChosenBy, Cluster, Runner, RunnerKind
from daft_lint.plan.conditions import Conditions, exclude
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.plan.span import Span
from daft_lint.values.values import Arguments, Imported, Number, Text, Value

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

_SETTERS = {"set_runner_ray": RunnerKind.RAY, "set_runner_native": RunnerKind.NATIVE}
_VARIABLE = "DAFT_RUNNER"
_KINDS = {"ray": RunnerKind.RAY, "native": RunnerKind.NATIVE}
_SETTING = frozenset({"os.environ.setdefault", "os.putenv", "os.environ.__setitem__"})
_WORDS = (*_SETTERS, "init", "setdefault", "putenv", "update", "pop", "unsetenv")


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What chooses the runner, and the path to it; not `firm` where it may have been set before."""

    kind: RunnerKind
    by: ChosenBy
    span: Span
    text: str
    path: Path
    under: Conditions
    firm: bool = True
    cluster: Cluster | None = None

    @property
    def origin(self) -> Origin:
        """What says so."""
        return Origin(OriginKind.LITERAL, self.text, self.span)


def choices_in(infer: Infer, module: Module) -> list[Choice]:
    """What chooses a runner in a module, in each of its contexts."""
    text = module.document.text
    if not any(word in text for word in (*_SETTERS, "ray", _VARIABLE)):
        return []
    found = []
    for number, call in _candidates(module):
        for context in contexts(infer, module, call.scope):
            site = Site(context, number)
            function = infer.value(call.function, context)
            if not isinstance(function, Imported):
                continue
            given = arguments.evaluated(infer, arguments.of_call(infer, site))
            chosen = _chosen(function.name, given)
            if chosen is not None:
                kind, by, said, firm = chosen
                path = path_to(context, number, call.block)
                under = conditions_of(infer, context, call.block)
                cluster = _cluster(given, site.span) if function.name == "ray.init" else None
                found.append(Choice(kind, by, site.span, said, path, under, firm, cluster))
    return [*found, *_assigned(infer, module)]


def _candidates(module: Module) -> Iterator[tuple[int, Call]]:
    index = module.index
    for word in _WORDS:
        for number in index.calls_by_name.get(word, ()):
            yield number, index.calls[number]


def _chosen(name: str, given: Arguments) -> tuple[RunnerKind, ChosenBy, str, bool] | None:
    """The runner that a call chooses and by what, in words, and whether it surely does."""
    last = name.rpartition(".")[2]
    if name.startswith("daft.") and last in _SETTERS:
        kind = _SETTERS[last]
        return kind, ChosenBy.SETTER, f"the {kind.value} runner is set here", True
    if name == "ray.init":
        text = "ray.init() makes Daft choose the Ray runner"
        return RunnerKind.RAY, ChosenBy.RAY_STATE, text, True
    if name in _SETTING and _is_variable(given.get(0)):
        kind = _kind_of(given.get(1))
        text = f"the {kind.value} runner is set here"
        return kind, ChosenBy.VARIABLE, text, not name.endswith("default")
    return None


def _is_variable(value: Value | None) -> bool:
    return isinstance(value, Text) and value.pattern == _VARIABLE


def _kind_of(value: Value | None) -> RunnerKind:
    known = value.pattern.lower() if isinstance(value, Text) else ""
    return _KINDS.get(known, RunnerKind.UNKNOWN)


def _assigned(infer: Infer, module: Module) -> Iterator[Choice]:
    """`os.environ["DAFT_RUNNER"] = "ray"`."""
    index = module.index
    for assigned in index.items_set:
        if last_name(assigned.owner) != "environ":
            continue
        for context in contexts(infer, module, assigned.scope):
            is_environment = infer.value(assigned.owner, context) == Imported("os.environ")
            if not (is_environment and _is_variable(infer.value(assigned.key, context))):
                continue
            kind = _kind_of(infer.value(assigned.value, context))
            path = path_to(context, assigned.number - BETWEEN, assigned.block)
            under = conditions_of(infer, context, assigned.block)
            span = context.module.span(assigned.place)
            text = f"the {kind.value} runner is set here"
            yield Choice(kind, ChosenBy.VARIABLE, span, text, path, under)


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
    near = [each for each in choices if root_of(each.path) is root_of(path)]
    found = near or list(choices)
    if near:
        found = [each for each in near if order(each.path, path) is not Order.AFTER]
    possible = [each for each in found if not exclude(each.under, under, surely=False)]
    if found and not possible:
        if {each.kind for each in found} != {RunnerKind.RAY}:
            return Runner(RunnerKind.UNKNOWN, certain=False)
        text = "the Ray runner is only selected in another branch"
        origin = Origin(OriginKind.LITERAL, text, found[0].span)
        return Runner(RunnerKind.NATIVE, certain=True, origin=origin, by_default=True)
    surely = [each for each in possible if near and each.firm and _is_sure(each, path)]
    first = [each for each in surely if not _may_be_settled(each, ran)]
    strongest = max((each.by for each in first), default=ChosenBy.DEFAULT)
    possible = [each for each in possible if each.by >= strongest]
    kinds = {each.kind for each in possible}
    if len(kinds) != 1 or RunnerKind.UNKNOWN in kinds:
        return Runner(RunnerKind.UNKNOWN, certain=False)
    firm = [each for each in surely if each in possible]
    choice = (firm or possible)[0]
    before = {order(each, choice.path) for each in ran} if near else set()
    if Order.SURELY_BEFORE in before:
        return Runner(RunnerKind.UNKNOWN, certain=False)
    is_late = Order.PERHAPS_BEFORE in before
    return Runner(
        choice.kind,
        certain=bool(firm) and not is_late,
        origin=choice.origin,
        another_job=not near,
        may_be_late=is_late and bool(firm),
    )


def chosen_around(choices: Sequence[Choice]) -> Runner:
    """The runner that every program chooses which a module is part of."""
    return Runner(choices[0].kind, certain=True, origin=choices[0].origin)


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
    known = [each.cluster for each in choices if each.cluster and not is_conditional(each.path)]
    own = [each for each in known if each is not None]
    return own[0] if own and all(each == own[0] for each in own) else Cluster()
