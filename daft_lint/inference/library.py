"""Calls of what Python and well-known packages have."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from daft_lint.inference.objects import Objects
from daft_lint.inference.read_only_calls import only_reads
from daft_lint.inference.run import Run
from daft_lint.inference.runners import Runners
from daft_lint.values import builtin_functions, numbers, texts, unrolling
from daft_lint.values.comparison import is_instance
from daft_lint.values.values import (
    AUTO,
    UNKNOWN,
    Arguments,
    ClassValue,
    FactoryValue,
    Flag,
    FrameValue,
    FunctionValue,
    Imported,
    Items,
    Mapping,
    Number,
    ObjectValue,
    PartialValue,
    Signed,
    SuperValue,
    Text,
    UdfInstanceValue,
    UdfValue,
    Value,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.inference.calls import Calls

_PATH_CLASSES = frozenset({"pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath"})
# Functions for type checkers: `cast(type, value)` is the value.
_CASTS = frozenset({"typing.cast", "typing_extensions.cast"})
# Calls that give the value of their first argument.
_PASSING = frozenset(
    {
        "asyncio.run",
        "copy.copy",
        "copy.deepcopy",
        "rich.progress.track",
        "tqdm.auto.tqdm",
        "tqdm.notebook.tqdm",
        "tqdm.tqdm",
    }
)
# What may be called with some arguments now, and others later.
_PARTIAL = FunctionValue | ClassValue | ObjectValue | UdfValue | PartialValue
# What stands for a field in the body of a class whose `__init__` is written for it.
_FIELDS = frozenset({"attr.field", "attr.ib", "attrs.field", "dataclasses.field", "pydantic.Field"})
_IMPORTING = frozenset({"builtins.__import__", "importlib.import_module"})
_LOADING = frozenset(
    {
        "importlib.util.module_from_spec",
        "pkgutil.resolve_name",
        "runpy.run_module",
        "runpy.run_path",
    }
)
# What ends a program or a test.
_EXITS = frozenset(
    {
        "absl.app.run",
        "argparse.ArgumentParser.error",
        "argparse.ArgumentParser.exit",
        "builtins.exit",
        "builtins.quit",
        "os._exit",
        "os.abort",
        "pytest.exit",
        "pytest.fail",
        "pytest.skip",
        "sys.exit",
        "typer.run",
    }
)
_RAN = {"len": "__len__", "list": "__iter__", "iter": "__iter__"}
_WITH_ATTRIBUTES = ObjectValue | ClassValue | Imported | UdfInstanceValue


class LibraryCalls:
    """Evaluates calls of functions that aren't in sight, by their dotted names."""

    def __init__(self, run: Run, objects: Objects, calls: Calls) -> None:
        self._run = run
        self._objects = objects
        self._calls = calls
        self._runners = Runners(run)

    def call(self, name: str, arguments: Arguments, node: ast.AST | None) -> Value:
        """What a call gives."""
        run = self._run
        first = arguments.get(0)
        if name in _CASTS and len(arguments.positional) == 2:
            return arguments.positional[1]
        if name in _EXITS:
            run.fails()
            return UNKNOWN
        if name in _IMPORTING and isinstance(first, Text) and first.exact:
            # `__import__("package.module")` gives the package.
            shown = first.exact if name.startswith("importlib.") else first.exact.partition(".")[0]
            return self._import(first.exact, shown)
        if name in _LOADING or name in _IMPORTING:
            return UNKNOWN
        if name.startswith("builtins."):
            return self._builtin(node, name.removeprefix("builtins."), arguments)
        if self._runners.noticed(name, arguments, lambda: run.span(node or run.file.tree)):
            return UNKNOWN
        if name in _PASSING and first is not None:
            if isinstance(first, ObjectValue) and name.startswith("copy."):
                return UNKNOWN
            return replace(first) if isinstance(first, Items | Mapping) else first
        if name in _FIELDS:
            return _field(arguments)
        if isinstance(first, Number | Signed) and len(arguments.positional) == 1:
            return numbers.rounded(name, first.quantity) or UNKNOWN
        if name == "dataclasses.replace" and isinstance(first, ObjectValue):
            return self._replaced(first, arguments)
        if name in _PATH_CLASSES and len(arguments.positional) == 1:
            path = arguments.positional[0]
            return texts.as_path(path) if isinstance(path, Text) else path
        if name == AUTO.name:
            return AUTO
        if name == "pytest.importorskip" and isinstance(first, Text) and first.exact:
            return self._import(first.exact, first.exact)
        if name == "os.path.join" and arguments.complete:
            return _joined_paths(arguments)
        if name == "functools.partial" and first and arguments.complete and self._is_known(first):
            return PartialValue(first, replace(arguments, positional=arguments.positional[1:]))
        if name == "collections.defaultdict" and isinstance(first, FunctionValue):
            return one_of(run.apply(first, Arguments(), node))
        if name == "functools.reduce":
            return self._reduced(node, arguments)
        if name == "functools.wraps":
            wrapped = arguments.get(0, "wrapped") or UNKNOWN
            return PartialValue(
                Imported("functools.update_wrapper"), Arguments(keywords={"wrapped": wrapped})
            )
        if name == "functools.update_wrapper" and isinstance(first, FunctionValue):
            wrapped = arguments.get(1, "wrapped") or UNKNOWN
            marked = wrapped.marked if isinstance(wrapped, FunctionValue) else UNKNOWN
            made = replace(first, marked=marked or first.marked)
            target = node.args[0] if isinstance(node, ast.Call) and node.args else None
            if isinstance(target, ast.Name) and target.id in run.scope.names:
                run.state.put(run.scope.names, target.id, made)
            return made
        if name == "logging.getLogger":
            return Imported("logging.Logger")
        if name == "argparse.ArgumentParser":
            return Imported("argparse.ArgumentParser")
        if not only_reads(name):
            self._calls.give_away(arguments, node)
            run.modules.patched_by(name, arguments)
        return UNKNOWN

    def _is_known(self, function: Value) -> bool:
        """Whether a function is in sight, one of Daft, or a wrapper: its calls are known."""
        if isinstance(function, Imported) and function.name.startswith("daft."):
            return True
        return isinstance(function, _PARTIAL) or self._run.wrapper(function) is not None

    def _import(self, module: str, shown: str) -> Value:
        """A module is imported by its name, and `shown` is the one that comes of it."""
        if module.startswith("."):
            return UNKNOWN
        modules = self._run.modules
        modules.load(module)
        return modules.resolve(modules.imported(shown))

    def _replaced(self, instance: ObjectValue, arguments: Arguments) -> Value:
        """`replace(instance, name=value)`: an object that is made anew of the other fields too."""
        if not arguments.complete:
            return UNKNOWN
        fields = [name for name, _ in instance.made_of.fields]
        kept = {name: self._objects.attribute(instance, name) for name in fields}
        return self._objects.make(instance.made_of, Arguments((), {**kept, **arguments.keywords}))

    def _reduced(self, node: ast.AST | None, arguments: Arguments) -> Value:
        """`reduce(step, steps, frame)`, where all the steps are in sight; the first may start."""
        step, over, start = (arguments.get(place) for place in range(3))
        items = unrolling.items_of(over) if over is not None else None
        if start is None and items:
            start, items = items[0], items[1:]
        if items is None or step is None or start is None or not arguments.complete:
            self._calls.give_away(arguments, node)
            return UNKNOWN
        for item in items:
            start = self._run.apply(step, Arguments((start, item)), node)
        return start

    def _builtin(self, node: ast.AST | None, name: str, arguments: Arguments) -> Value:
        run = self._run
        first = arguments.get(0)
        if name == "isinstance" and first is not None and arguments.complete:
            answer = is_instance(first, arguments.get(1) or UNKNOWN)
            return UNKNOWN if answer is None else Flag(answer)
        if isinstance(first, FrameValue):
            if name in _RAN:
                self._calls.run_frame(first, _RAN[name], node or run.file.tree)
            return UNKNOWN
        if name in {"eval", "exec"}:
            for value in (*arguments.values, *run.scope.in_sight()):
                run.changes.change(value)
            run.modules.forget(run.scope.outermost, UNKNOWN)
        if name == "vars" and first is not None:
            self._objects.forget(first)
        if name in {"globals", "locals", "vars"} and first is None:
            # Whoever has it may bind any name.
            run.modules.forget(run.scope.outermost if name == "globals" else run.scope, UNKNOWN)
        if name in {"setattr", "delattr", "object.__setattr__"} and first is not None:
            key = arguments.get(1)
            if isinstance(key, Text) and key.exact:
                run.set_attribute(first, key.exact, arguments.get(2) or UNKNOWN)
            else:
                self._objects.forget(first)
            return UNKNOWN
        if name == "getattr" and isinstance(first, _WITH_ATTRIBUTES):
            key = arguments.get(1)
            exact = key.exact if isinstance(key, Text) else None
            return one_of(first) if exact is None else run.attribute(first, exact)
        if name == "super" and not arguments.values:
            return self._super()
        if name == "type" and isinstance(first, ObjectValue) and len(arguments.values) == 1:
            return first.made_of
        if name in {"enumerate", "reversed", "zip"}:
            rearranged = unrolling.rearranged(name, arguments)
            if rearranged is not None:
                return unrolling.once(rearranged, *arguments.positional)
        return builtin_functions.called(name, first, arguments)

    def _super(self) -> Value:
        """`super()`: what comes behind the class of the method, for its first argument."""
        run = self._run
        if not run.call_stack:
            return UNKNOWN
        function = run.call_stack[-1]
        parameters = function.node.args
        first = [*parameters.posonlyargs, *parameters.args][:1]
        owner = run.scope.lookup(first[0].arg) if first else None
        if isinstance(owner, ClassValue):
            return UNKNOWN
        if not isinstance(owner, ObjectValue):
            return UNKNOWN
        classes = (owner.made_of, *owner.made_of.order)
        place = next(
            (at for at, class_ in enumerate(classes) if class_.node is function.home), None
        )
        return UNKNOWN if place is None else SuperValue(owner, classes[place + 1 :])


def _joined_paths(arguments: Arguments) -> Text:
    parts = [value.pattern if isinstance(value, Text) else "*" for value in arguments.positional]
    known = all(isinstance(value, Text) and value.written for value in arguments.positional)
    known = known and not any(part.startswith("/") for part in parts[1:])
    return Text.of("/".join(part.rstrip("/") for part in parts), known=known)


def _field(arguments: Arguments) -> Value:
    """The default of a field, or what makes it; unknown for one without."""
    factory = arguments.get(None, "default_factory", "factory")
    if factory is not None and arguments.complete:
        return FactoryValue(factory)
    return arguments.get(0, "default") or UNKNOWN
