"""Calls of Daft: sources, expressions, decorators, and the UDFs that these make."""

from __future__ import annotations

import ast
from dataclasses import replace

from daft_lint.daft_api import sources, udfs
from daft_lint.daft_api.ai_functions import ai_udf
from daft_lint.index.outline import SUBCLASS_HOOK
from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import changed_by, dotted, parameters, walk, yields
from daft_lint.infer import slots
from daft_lint.infer.udf_code import keeps_state, makes_heavy
from daft_lint.inference import wrappers
from daft_lint.inference.body_weights import weight_of
from daft_lint.inference.definitions import Definitions
from daft_lint.inference.frames import Frames
from daft_lint.inference.run import Run
from daft_lint.inference.runners import Runners
from daft_lint.modules.source_file import Definition
from daft_lint.plan.pipeline import Udf, UdfCall, UdfKind
from daft_lint.plan.shapes import UNCLEAR
from daft_lint.plan.shapes import column as shape_of_column
from daft_lint.plan.span import Span
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.values import assumptions, columns, expression_shapes
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    DecoratorValue,
    ExpressionValue,
    FunctionValue,
    Imported,
    Text,
    UdfClassValue,
    UdfForm,
    UdfInstanceValue,
    UdfMethod,
    UdfValue,
    Unknown,
    Value,
    WrapperValue,
)

# Daft's classes whose values stand beside expressions but are none.
_CONSTANTS = ("DataType.", "ImageFormat.", "ImageMode.", "MediaType.", "TimeUnit.", "UnionMode.")


class DaftCalls:
    """Evaluates calls of Daft."""

    frames: Frames

    def __init__(self, run: Run, definitions: Definitions) -> None:
        self._run = run
        self._definitions = definitions
        self._runners = Runners(run)
        # What was set of UDFs, by the place that defines them; None is for any option.
        self._set: dict[Span, set[str | None]] = {}

    def call(self, name: str, arguments: Arguments, node: ast.AST | None) -> Value:
        """What a call of something of Daft gives, by its dotted name."""
        run = self._run
        short = name.removeprefix("daft.")
        last = name.rpartition(".")[2]
        if name in udfs.DECORATORS:
            return self._of_decorator(name, arguments, node)
        if self._runners.noticed(name, arguments, lambda: run.span(node or run.file.tree)):
            return UNKNOWN
        if last in {"col", "element"}:
            key = arguments.get(0, "name")
            column = key.exact if isinstance(key, Text) else None
            if column is None:
                return ExpressionValue(None)
            shape = shape_of_column(column) if last == "col" else UNCLEAR
            said = f"{last}({column!r})"
            return ExpressionValue(frozenset({column}), column, text=said, shape=shape)
        if last in {"lit", "interval"}:
            words = columns.words_of(arguments)
            text = words and f"{last}{words}"
            return ExpressionValue(frozenset(), text=text, shape=expression_shapes.CONSTANT)
        span = run.span(node or run.file.tree)
        if short == "concat":
            return self.frames.concatenated(arguments, span)
        # Classes have such methods too: `daft.io.S3Config.from_env()`.
        of_class = any(part[:1].isupper() for part in short.split(".")[:-1])
        source = last if short.startswith("io.") and not of_class else short
        if "." not in source or sources.is_source(source):
            return self.frames.source(source, arguments, span, differs=self._differs(node))
        if short.startswith(("functions.", "expressions.")):
            model = ai_udf(last, arguments, span)
            if model is not None:
                return self.of_udf(UdfValue(model), arguments, node)
            return columns.function(last, arguments)
        return Imported(name) if short.startswith(_CONSTANTS) else UNKNOWN

    def _differs(self, node: ast.AST | None) -> bool:
        """Whether the arguments of a call may be others in each round of a loop."""
        if not self._run.differing or not isinstance(node, ast.Call):
            return False
        return _reads((*node.args, *node.keywords), self._run.differing)

    def _of_decorator(self, name: str, arguments: Arguments, node: ast.AST | None) -> Value:
        """One of Daft's decorators is called: it waits for its target, if it isn't given one."""
        form = udfs.DECORATORS[name]
        options = slots.of_decorator(
            udfs.options_of(form, arguments), form, node, arguments, self._run.file
        )
        expression = node if isinstance(node, ast.expr) else None
        decorator = DecoratorValue(form, options, expression, arguments)
        if arguments.positional:
            return self.of_waiting_decorator(decorator, arguments)
        return decorator

    def of_waiting_decorator(self, decorator: DecoratorValue, arguments: Arguments) -> Value:
        """A decorator is called with what it makes a UDF of."""
        target = arguments.get(0) or UNKNOWN
        return self.made_here(self.decorated(decorator, target, functional=True))

    def of_wrapper(
        self, wrapper: UdfWrapper, function: Value, arguments: Arguments, node: ast.AST | None
    ) -> Value:
        """A call of a function that settings name as a maker of UDFs."""
        in_sight = self._in_sight(function)
        if in_sight is not None:
            self._run.called.add(in_sight.node)
        options = wrappers.options_of(wrapper, arguments, in_sight)
        waiting = WrapperValue(
            name=wrapper.name.rpartition(".")[2],
            span=self._run.span(node or self._run.file.tree),
            options=slots.of_wrapper(options, wrapper, node, self._run.file),
            takes_batch_size=bool(wrapper.batch_size),
            made=self._made(arguments),
        )
        target = wrappers.target_of(wrapper, arguments)
        return waiting if target is None else self.wrapped(waiting, target)

    def _in_sight(self, wrapper: Value) -> FunctionValue | None:
        """The function of the project that a wrapper is, however often it is exported anew."""
        names: set[str] = set()
        while isinstance(wrapper, Imported) and wrapper.name not in names:
            names.add(wrapper.name)
            wrapper = self._run.modules.behind(wrapper)
        return wrapper if isinstance(wrapper, FunctionValue) else None

    def of_waiting_wrapper(
        self, function: WrapperValue, arguments: Arguments, node: ast.AST | None
    ) -> Value:
        """A wrapper that waits for a class or function, called; on expressions it has one."""
        udf = self.wrapped(function, arguments.get(0) or UNKNOWN)
        if any(isinstance(value, ExpressionValue) for value in arguments.values):
            return self.of_udf(udf, arguments, node)
        return udf

    def of_class(self, made_of: UdfClassValue, arguments: Arguments) -> UdfInstanceValue:
        """A `@daft.cls` class is called."""
        return UdfInstanceValue(made_of, f"{made_of.made}{self._made(arguments)}")

    def of_instance(
        self, instance: UdfInstanceValue, arguments: Arguments, node: ast.AST | None
    ) -> Value:
        """An instance of a `@daft.cls` class is called."""
        method = udfs.method_udf(instance, "__call__")
        return UNKNOWN if method is None else self.of_udf(method, arguments, node)

    def of_udf(self, function: UdfValue, arguments: Arguments, node: ast.AST | None) -> Value:
        """A UDF called on expressions is part of a plan; called on plain values it just runs."""
        run, values = self._run, arguments.values
        plain = arguments.complete and all(columns.is_plain(value) for value in values)
        if plain and function.makes_objects:
            return replace(function, made=f"{function.made}{self._made(arguments)}")
        if plain and values:
            return UNKNOWN
        span = run.span(node or run.file.tree)
        udf = run.hints(span).udf(self._in_force(function.udf), span)
        inner = columns.of_arguments(arguments)
        place = f"{udf.span.path}:{udf.span.line}:{udf.span.column}"
        made, said = f"{udf.name}@{place}", columns.words_of(arguments)
        work = said and f"{made}{function.made}{said}"
        differs = (
            bool(run.differing)
            and isinstance(node, ast.Call)
            and _reads((node.func,), run.differing)
        )
        call = UdfCall(
            udf,
            span,
            inner.reads,
            work=work,
            number=run.recorder.next_number(),
            differs=differs,
            heavy=inner.heavy,
            row_bytes=inner.row_bytes,
        )
        named = (value.name for value in values if isinstance(value, ExpressionValue))
        return ExpressionValue(
            reads=inner.reads,
            name=None if udf.unnests else next(named, None),
            calls=(*inner.calls, call),
            heavy=inner.heavy,
            work=inner.work,
            cut=inner.cut,
            may_explode=udf.kind is UdfKind.GENERATOR,
            text=work,
            shape=expression_shapes.called(call, arguments),
        )

    def of_udf_method(
        self, owner: UdfValue, name: str, arguments: Arguments, node: ast.Call
    ) -> Value:
        """`udf.with_concurrency(...)` and the other methods of UDFs."""
        changed = udfs.override(owner.udf, name, arguments)
        if changed is None:
            return UNKNOWN
        udf = slots.of_override(changed, name, node, arguments, self._run.file)
        return UdfValue(udf, f"{owner.made}.{name}{self._made(arguments)}")

    def made_here(self, value: Value) -> Value:
        """A UDF that a function defines: each call of the function makes another one."""
        if not self._run.call_stack or not isinstance(value, UdfValue | UdfClassValue):
            return value
        return replace(value, made=f"#{self._run.recorder.next_number()}")

    def set_option(self, owner: Value, name: str | None) -> bool:
        """An attribute of a UDF or of a class of them is set; false for anything else."""
        if isinstance(owner, UdfValue):
            self._set.setdefault(owner.udf.span, set()).add(name)
        elif isinstance(owner, UdfClassValue | UdfInstanceValue):
            made_of = owner.made_of if isinstance(owner, UdfInstanceValue) else owner
            method = made_of.method(name or "")
            if method is not None:
                self._set.setdefault(method.span, set()).add(None)
        else:
            return False
        return True

    def set_method(self, owner: ClassValue, name: str) -> None:
        """Another method is put in the place of one that a UDF may be made of, or was."""
        method = owner.function(name)
        if method is not None and isinstance(method.node, FUNCTIONS):
            span = self._run.file_of(method.scope).name_span(method.node)
            self._set.setdefault(span, set()).add(None)

    def _in_force(self, udf: Udf) -> Udf:
        """A UDF without the options that were set on it after it was made."""
        names = self._set.get(udf.span)
        return udf if names is None else udfs.without_options(udf, names)

    def _made(self, arguments: Arguments) -> str:
        """What tells apart what such arguments make, from what others do."""
        return columns.words_of(arguments) or f"#{self._run.recorder.next_number()}"

    def decorated(self, decorator: DecoratorValue, target: Value, *, functional: bool) -> Value:
        """What a UDF decorator makes of a function or class of this file.

        It is `functional` when it is called with it instead of standing above it.
        """
        run = self._run
        if decorator.form in {UdfForm.METHOD, UdfForm.METHOD_BATCH}:
            return (
                replace(target, marked=decorator) if isinstance(target, FunctionValue) else target
            )
        if isinstance(target, FunctionValue) and isinstance(target.node, FUNCTIONS):
            if decorator.form is UdfForm.CLS:
                return UNKNOWN
            node = target.node
            self._definitions.met(decorator, target, functional=functional)
            run.called.add(node)
            file = run.file_of(target.scope)
            udf = udfs.function_udf(
                decorator,
                target.name,
                file.name_span(node),
                file.whole_span(node),
                is_async=isinstance(node, ast.AsyncFunctionDef),
                is_generator=yields(node),
            ).udf
            weight = weight_of(target, udf.kind)
            made = replace(udf, weight=weight, makes_heavy=makes_heavy(node))
            return UdfValue(file.hints.udf(made, made.span))
        if isinstance(target, ClassValue) and decorator.form in {UdfForm.LEGACY, UdfForm.CLS}:
            self._definitions.met(decorator, target, functional=functional)
            return self._udf_class(decorator, target)
        return UNKNOWN

    def wrapped(self, waiting: WrapperValue, target: Value) -> UdfValue:
        """What a wrapper that settings name makes of a function or class."""
        run = self._run
        if isinstance(target, UdfClassValue):
            made = wrappers.wrapped(waiting, target, target.span, target.definition)
        elif isinstance(target, FunctionValue | ClassValue) and isinstance(target.node, Definition):
            run.called.add(target.node)
            file = run.file_of(target.scope)
            span, whole = file.name_span(target.node), file.whole_span(target.node)
            made = wrappers.wrapped(waiting, target, span, whole)
        else:
            made = wrappers.wrapped(waiting, target)
        return replace(made, udf=run.hints(made.udf.span).udf(made.udf, made.udf.span))

    def _udf_class(self, decorator: DecoratorValue, target: ClassValue) -> Value:
        node: ast.ClassDef = target.node
        file = self._run.file_of(target.scope)
        span, whole = file.name_span(node), file.whole_span(node)
        if decorator.form is UdfForm.LEGACY:
            udf = udfs.legacy_class_udf(decorator, str(node.name), span, whole).udf
            called = target.functions.get("__call__")
            if called is not None:
                weight = weight_of(called, udf.kind)
                udf = replace(udf, keeps_state=keeps_state(called.node), weight=weight)
            return UdfValue(file.hints.udf(udf, span))
        methods = tuple(
            (name, self._method(function))
            for name, function in target.functions.items()
            if isinstance(function.node, FUNCTIONS)
            and not isinstance(function.marked, Unknown)
            and not _is_refitted(target, name)
        )
        options = assumptions.options(file.hints.options(decorator.options, span), target.rests_on)
        return UdfClassValue(str(node.name), span, whole, options, methods)

    def _method(self, method: FunctionValue) -> UdfMethod:
        node = method.node
        assert isinstance(node, FUNCTIONS)
        file = self._run.file_of(method.scope)
        span = file.name_span(node)
        made = udfs.make_method(
            span,
            method.marked if isinstance(method.marked, DecoratorValue) else None,
            is_async=isinstance(node, ast.AsyncFunctionDef),
            is_generator=yields(node),
        )
        return replace(
            made,
            batch_size=file.hints.batch_size(made.batch_size, span),
            keeps_state=keeps_state(node),
            weight=weight_of(method, made.kind),
            makes_heavy=makes_heavy(node),
        )


def _is_refitted(made_of: ClassValue, method: str) -> bool:
    """Whether a metaclass or a base may have put another method in the place of one."""
    hooks = (class_value.function(SUBCLASS_HOOK) for class_value in made_of.order)
    return made_of.refitted or any(hook is not None and _may_set(hook, method) for hook in hooks)


def _may_set(hook: FunctionValue, name: str) -> bool:
    """Whether a method may set an attribute of its object, or of its class."""
    own = parameters(hook.node)[:1]
    changed = changed_by(hook.node)
    return bool(own) and (
        any(dotted(container) == own[0].arg for container in changed.containers)
        or any(
            attribute.attr == name and dotted(attribute.value) == own[0].arg
            for attribute in changed.attributes
        )
    )


def _reads(nodes: tuple[ast.AST, ...], names: frozenset[str]) -> bool:
    """Whether one of some nodes holds one of these names."""
    return any(
        isinstance(part, ast.Name) and part.id in names for node in nodes for part in walk(node)
    )
