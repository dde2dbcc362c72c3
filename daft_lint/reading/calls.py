"""What calling something, or asking for its attribute, gives."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.pipeline import (
    ActionKind,
    Operator,
    OperatorKind,
    Plan,
    UdfCall,
    UdfKind,
)
from daft_lint.plan.quantity import Origin, OriginKind, exactly, unknown
from daft_lint.reading import operators, sources, udfs
from daft_lint.reading.expressions import HEAVY_NAMES, as_expression, merged
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    DecoratorValue,
    ExpressionValue,
    Flag,
    FrameValue,
    FunctionValue,
    GroupedValue,
    Imported,
    Items,
    Mapping,
    Number,
    ObjectValue,
    Text,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.functions import Functions
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

# A frame's plan doesn't run twice after these: Daft keeps the result on the frame itself.
_MATERIALISING = frozenset({ActionKind.COLLECT, ActionKind.TO_DRIVER})
_PATH_CLASSES = frozenset({"pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath"})


class Calls:
    """Evaluates calls and attributes."""

    def __init__(self, session: Session, expressions: Expressions, functions: Functions) -> None:
        self._session = session
        self._expressions = expressions
        self._functions = functions

    def attribute(self, owner: Value, name: str, state: State) -> Value:
        """What `owner.name` stands for."""
        if isinstance(owner, Imported):
            return Imported(f"{owner.name}.{name}")
        if isinstance(owner, ObjectValue):
            return self._object_attribute(owner, name, state)
        if isinstance(owner, ClassValue):
            return dict(owner.constants).get(name) or dict(owner.functions).get(name) or UNKNOWN
        if isinstance(owner, UdfInstanceValue):
            return udfs.method_udf(owner, name) or UNKNOWN
        if isinstance(owner, ExpressionValue):
            return owner
        return UNKNOWN

    def _object_attribute(self, owner: ObjectValue, name: str, state: State) -> Value:
        value = state.attribute(owner, name)
        if value is not None:
            return value
        method = dict(owner.made_of.functions).get(name)
        if method is not None:
            return FunctionValue(method.node, method.scope, method.name, owner, method.decorated)
        return dict(owner.made_of.constants).get(name, UNKNOWN)

    def call(self, node: cst.Call, state: State) -> Value:
        """What a call gives, and what it does to the frames and the runner in sight."""
        if isinstance(node.func, cst.Attribute):
            owner = self._expressions.value(node.func.value, state)
            return self._method_call(node, node.func, owner, state)
        function = self._expressions.value(node.func, state)
        return self._plain_call(node, function, self._expressions.arguments(node, state), state)

    def _method_call(
        self, node: cst.Call, function: cst.Attribute, owner: Value, state: State
    ) -> Value:
        name = function.attr.value
        arguments = self._expressions.arguments(node, state)
        if isinstance(owner, FrameValue):
            return self._frame_method(node, function, owner, arguments, state)
        if isinstance(owner, GroupedValue):
            return self._aggregated(node, function, owner)
        if isinstance(owner, ExpressionValue):
            return _expression_method(owner, name, arguments)
        if isinstance(owner, UdfValue):
            changed = udfs.override(owner.udf, name, arguments)
            return UNKNOWN if changed is None else UdfValue(changed)
        if isinstance(owner, Items | Mapping | Text):
            return _container_method(owner, name, arguments)
        attribute = self.attribute(owner, name, state)
        return self._plain_call(node, attribute, arguments, state)

    def _plain_call(
        self, node: cst.Call, function: Value, arguments: Arguments, state: State
    ) -> Value:
        if isinstance(function, Imported):
            return self._imported_call(node, function.name, arguments, state)
        if isinstance(function, DecoratorValue):
            return self._functions.decorated(function, arguments.get(0) or UNKNOWN, node, state)
        if isinstance(function, UdfClassValue):
            return UdfInstanceValue(function)
        if isinstance(function, UdfInstanceValue):
            method = udfs.method_udf(function, "__call__")
            return UNKNOWN if method is None else self._udf_call(node, method, arguments)
        if isinstance(function, UdfValue):
            return self._udf_call(node, function, arguments)
        if isinstance(function, FunctionValue):
            return self._functions.call(function, arguments, state)
        if isinstance(function, ClassValue):
            return self._functions.instantiate(function, arguments, state)
        return UNKNOWN

    def _udf_call(self, node: cst.Call, function: UdfValue, arguments: Arguments) -> Value:
        """A UDF called on expressions is part of a plan; called on plain values it just runs."""
        values = arguments.values
        if values and arguments.complete and all(_is_plain(value) for value in values):
            return UNKNOWN
        span = self._session.span(node)
        udf = self._session.hints.udf(function.udf, span)
        inner = merged([as_expression(value) for value in values])
        call = UdfCall(udf, span, inner.reads)
        name = next((value.name for value in values if isinstance(value, ExpressionValue)), None)
        return ExpressionValue(
            reads=inner.reads,
            name=name,
            calls=(*inner.calls, call),
            heavy=inner.heavy,
            may_explode=udf.kind is UdfKind.GENERATOR,
        )

    def _frame_method(
        self,
        node: cst.Call,
        function: cst.Attribute,
        frame: FrameValue,
        arguments: Arguments,
        state: State,
    ) -> Value:
        name = function.attr.value
        span = self._session.span_from(function.attr, node)
        if name in {"pipe", "transform"}:
            rest = Arguments(
                (frame, *arguments.positional[1:]), arguments.keywords, arguments.complete
            )
            return self._plain_call(node, arguments.get(0) or UNKNOWN, rest, state)
        if name in operators.INSPECTIONS:
            return UNKNOWN
        if name == "groupby":
            return GroupedValue(frame.plan)
        action = operators.action_of(name, arguments, span)
        if action is not None:
            self._session.recorder.ran(frame.plan, action, self._session.where)
            if action.kind in _MATERIALISING:
                self._rebind(function.value, frame, self._materialised(frame, name, node), state)
            if action.kind is ActionKind.COLLECT:
                return self._materialised(frame, name, node)
            if action.kind is ActionKind.WRITE:
                return FrameValue(Plan(sources.unknown_source(f"files of {name}", span)))
            return UNKNOWN
        plan = frame.plan
        for step in operators.steps_of(name, arguments, span):
            plan = plan.then(step)
        parents = [value.plan for value in arguments.values if isinstance(value, FrameValue)]
        self._session.recorder.built(plan, self._session.where, frame.plan, *parents)
        return FrameValue(plan)

    def _materialised(self, frame: FrameValue, method: str, node: cst.Call) -> FrameValue:
        span = self._session.span(node)
        return FrameValue(frame.plan.then(Operator(OperatorKind.BARRIER, method, span)))

    def _rebind(
        self, receiver: cst.BaseExpression, old: FrameValue, new: FrameValue, state: State
    ) -> None:
        """`df.collect()` keeps its result on `df`, so the name goes on with what was computed."""
        if isinstance(receiver, cst.Name) and receiver.value in state.scope.names:
            state.scope.names[receiver.value] = new

    def _aggregated(self, node: cst.Call, function: cst.Attribute, grouped: GroupedValue) -> Value:
        span = self._session.span_from(function.attr, node)
        plan = grouped.plan.then(operators.aggregation(function.attr.value, span))
        self._session.recorder.built(plan, self._session.where, grouped.plan)
        return FrameValue(plan)

    def _imported_call(
        self, node: cst.Call, name: str, arguments: Arguments, state: State
    ) -> Value:
        if name.startswith("daft."):
            return self._daft_call(node, name, arguments, state)
        if name == "ray.init":
            self._ray_init(node, arguments)
        if name.startswith("builtins."):
            return self._builtin_call(node, name.removeprefix("builtins."), arguments)
        if name in _PATH_CLASSES and len(arguments.positional) == 1:
            return arguments.positional[0]
        if name == "os.path.join" and arguments.complete:
            parts = [_pattern(value) for value in arguments.positional]
            return Text("/".join(part.rstrip("/") for part in parts))
        return UNKNOWN

    def _daft_call(self, node: cst.Call, name: str, arguments: Arguments, state: State) -> Value:
        short = name.removeprefix("daft.")
        last = name.rpartition(".")[2]
        if name in udfs.DECORATORS:
            decorator = DecoratorValue(udfs.DECORATORS[name], udfs.read_options(arguments))
            if arguments.positional:
                return self._functions.decorated(decorator, arguments.positional[0], node, state)
            return decorator
        if last == "set_runner_ray":
            self._choose(RunnerKind.RAY, node)
        elif last == "set_runner_native":
            self._choose(RunnerKind.NATIVE, node)
        elif last in {"col", "element"}:
            key = arguments.get(0, "name")
            column = key.exact if isinstance(key, Text) else None
            return ExpressionValue(None if column is None else frozenset({column}), column)
        elif last in {"lit", "interval"}:
            return ExpressionValue(frozenset())
        elif short == "concat":
            return self._concatenated(node, arguments)
        elif short.count(".") == 0 or short.startswith("io."):
            if sources.is_source(last):
                return self._source(node, last, arguments)
        elif short.startswith(("functions.", "expressions.")):
            return _function_of_expressions(last, arguments)
        return UNKNOWN

    def _source(self, node: cst.Call, name: str, arguments: Arguments) -> Value:
        source = sources.read_source(name, arguments, self._session.span(node))
        plan = Plan(self._session.hints.source(source))
        self._session.recorder.built(plan, self._session.where)
        return FrameValue(plan)

    def _concatenated(self, node: cst.Call, arguments: Arguments) -> Value:
        """`daft.concat([a, b])`, when every item is known to be a Daft frame."""
        frames = arguments.get(0, "dfs")
        values = frames.values if isinstance(frames, Items) and frames.values else ()
        plans = [value.plan for value in values if isinstance(value, FrameValue)]
        span = self._session.span(node)
        if not plans or len(plans) != len(values):
            return FrameValue(Plan(sources.unknown_source("daft.concat", span)))
        plan = plans[0]
        for other in plans[1:]:
            plan = plan.then(Operator(OperatorKind.CONCAT, "concat", span, inputs=(other,)))
        self._session.recorder.built(plan, self._session.where, *plans)
        return FrameValue(plan)

    def _choose(self, kind: RunnerKind, node: cst.CSTNode) -> None:
        self._session.recorder.chose_runner(
            kind,
            self._session.span(node),
            f"the {kind.value} runner is set here",
            conditional=self._session.branches > 0,
        )

    def _ray_init(self, node: cst.Call, arguments: Arguments) -> None:
        """A program that starts Ray runs Daft on it; given figures, it starts a Ray of one node."""
        self._session.recorder.chose_runner(
            RunnerKind.RAY,
            self._session.span(node),
            "ray.init() makes Daft choose the Ray runner",
            conditional=self._session.branches > 0,
        )
        cpus, gpus = arguments.get(None, "num_cpus"), arguments.get(None, "num_gpus")
        if (cpus is None and gpus is None) or not arguments.complete or self._session.branches > 0:
            return
        span = self._session.span(node)
        one = Origin(OriginKind.LITERAL, "ray.init() with resources starts a Ray of one node", span)
        self._session.recorder.started_local_cluster(
            Cluster(
                workers=exactly(1, one),
                cpus_per_worker=cpus.quantity if isinstance(cpus, Number) else None,
                gpus_per_worker=gpus.quantity if isinstance(gpus, Number) else None,
            )
        )

    def _builtin_call(self, node: cst.Call, name: str, arguments: Arguments) -> Value:
        first = arguments.get(0)
        if isinstance(first, FrameValue):
            return self._builtin_on_frame(node, name, first)
        if name == "range":
            return _builtin_range(arguments)
        if name in {"list", "tuple", "sorted", "iter", "reversed"} and isinstance(first, Items):
            return first
        if name == "len" and isinstance(first, Items):
            return Number(first.length)
        if name in {"int", "float", "round", "abs"} and isinstance(first, Number):
            return Number(first.quantity.mapped(math.floor)) if name == "int" else first
        if name in {"max", "min"} and len(arguments.positional) > 1:
            return _extreme(name, arguments.positional)
        if name == "dict" and not arguments.positional and arguments.complete:
            return Mapping(tuple(arguments.keywords.items()))
        if name == "str" and isinstance(first, Text):
            return first
        return UNKNOWN

    def _builtin_on_frame(self, node: cst.Call, name: str, frame: FrameValue) -> Value:
        method = {"len": "__len__", "list": "__iter__", "iter": "__iter__"}.get(name)
        if method is not None:
            self.run_frame(frame, method, node)
        return UNKNOWN

    def run_frame(self, frame: FrameValue, method: str, node: cst.CSTNode) -> None:
        """A frame is run by something that isn't one of its own methods: `len(df)`, a loop."""
        action = operators.action_of(method, Arguments(), self._session.span(node))
        if action is not None:
            self._session.recorder.ran(frame.plan, action, self._session.where)

    def set_environment(self, name: str, value: Value, node: cst.CSTNode) -> None:
        """`os.environ["DAFT_RUNNER"] = "ray"` and its kind choose the runner."""
        if name != "DAFT_RUNNER" or not isinstance(value, Text):
            return
        kinds = {"ray": RunnerKind.RAY, "native": RunnerKind.NATIVE}
        if value.pattern in kinds:
            self._choose(kinds[value.pattern], node)


def _is_plain(value: Value) -> bool:
    return isinstance(value, Number | Text | Flag | Items | Mapping)


def _pattern(value: Value) -> str:
    return value.pattern if isinstance(value, Text) else "*"


def _expression_method(owner: ExpressionValue, name: str, arguments: Arguments) -> ExpressionValue:
    """A method of an expression; `alias` names it, downloads and decodes make rows heavy."""
    if name == "alias":
        alias = arguments.get(0, "name")
        new_name = alias.exact if isinstance(alias, Text) else None
        return merged([owner], new_name)
    others = [value for value in arguments.values if isinstance(value, ExpressionValue)]
    whole = merged([owner, *others], owner.name)
    return ExpressionValue(
        whole.reads,
        whole.name,
        whole.calls,
        heavy=whole.heavy or name in HEAVY_NAMES,
        may_explode=whole.may_explode or name in {"explode", "unnest"},
    )


def _function_of_expressions(name: str, arguments: Arguments) -> ExpressionValue:
    """A built-in function of Daft: no Python UDF, whatever its options are called."""
    whole = merged([as_expression(value) for value in arguments.values if not _is_plain(value)])
    first = arguments.get(0)
    return ExpressionValue(
        whole.reads,
        first.name if isinstance(first, ExpressionValue) else None,
        whole.calls,
        heavy=whole.heavy or name in HEAVY_NAMES,
        may_explode=whole.may_explode or name in {"explode", "unnest"},
    )


def _container_method(owner: Value, name: str, arguments: Arguments) -> Value:
    if isinstance(owner, Mapping) and name == "get":
        key = arguments.get(0)
        exact = key.exact if isinstance(key, Text) else None
        return dict(owner.entries).get(exact, UNKNOWN) if exact else UNKNOWN
    if isinstance(owner, Text) and name in {"strip", "rstrip", "lstrip"}:
        return owner
    return UNKNOWN


def _builtin_range(arguments: Arguments) -> Value:
    numbers = [value.quantity for value in arguments.positional if isinstance(value, Number)]
    if len(numbers) != len(arguments.positional) or not numbers:
        return Items(unknown())
    if not all(number.known for number in numbers):
        return Items(unknown())
    length = len(range(*(number.count for number in numbers)))
    return Items(exactly(length, *numbers[-1].origins))


def _extreme(name: str, values: tuple[Value, ...]) -> Value:
    numbers = [value.quantity for value in values if isinstance(value, Number)]
    if len(numbers) != len(values):
        return UNKNOWN
    result = numbers[0]
    for number in numbers[1:]:
        result = result.at_most(number) if name == "min" else result.at_least(number)
    return Number(result)
