"""What calling something, or asking for its attribute, gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.index.walking import MUTATORS
from daft_lint.plan.shapes import UNCLEAR
from daft_lint.plan.shapes import column as shape_of_column
from daft_lint.reading import (
    builtin_functions,
    chaining,
    columns,
    containers,
    numbers,
    operators,
    repeating,
    shaping,
    sources,
    texts,
    udfs,
    unrolling,
)
from daft_lint.reading.ai_functions import ai_udf
from daft_lint.reading.alternatives import one_way
from daft_lint.reading.changes import only_reads
from daft_lint.reading.comparing import equal, is_instance
from daft_lint.reading.decorating import wrapping
from daft_lint.reading.enumerations import has_members, is_member
from daft_lint.reading.expressions import Receiver
from daft_lint.reading.frames import Frames
from daft_lint.reading.instances import Instances
from daft_lint.reading.objects import Objects
from daft_lint.reading.running import Running
from daft_lint.reading.setting import ATTRIBUTE_SETTERS, Setting
from daft_lint.reading.targets import NAMESPACES, is_namespace, object_of_namespace
from daft_lint.reading.udf_calls import UdfCalls
from daft_lint.reading.values import (
    AUTO,
    UNKNOWN,
    UNSEEN,
    Arguments,
    Binding,
    ClassValue,
    DecoratorValue,
    ExpressionValue,
    FactoryValue,
    Flag,
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
    Signed,
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

if TYPE_CHECKING:
    from daft_lint.reading.changes import Place
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.functions import Functions
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session
    from daft_lint.reading.udf_making import UdfMaking

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
# Daft's classes whose values stand beside expressions but are none.
_CONSTANTS = ("DataType.", "ImageFormat.", "ImageMode.", "MediaType.", "TimeUnit.", "UnionMode.")
# What may be called with some arguments now, and others later.
_PARTIAL = FunctionValue | ClassValue | ObjectValue | UdfValue | PartialValue
# What stands for a field in the body of a class whose `__init__` is written for it.
_FIELDS = frozenset({"attr.field", "attr.ib", "attrs.field", "dataclasses.field", "pydantic.Field"})
# What is a dict to Python, and the settings of a model to pydantic.
_CONFIGS = frozenset({"pydantic.ConfigDict", "pydantic_settings.SettingsConfigDict"})
# Built-in functions that call special methods of what they are given.
_USING = frozenset({"bool", "dict", "iter", "len", "list", "next", "repr", "set", "str", "tuple"})
# What leaves an iterator alone, or goes through it no sooner than what it gives is gone through.
_LAZY = _CASTS | {
    "builtins.callable",
    "builtins.enumerate",
    "builtins.getattr",
    "builtins.hasattr",
    "builtins.id",
    "builtins.isinstance",
    "builtins.iter",
    "builtins.print",
    "builtins.repr",
    "builtins.reversed",
    "builtins.setattr",
    "builtins.str",
    "builtins.type",
    "builtins.zip",
    "functools.partial",
}
# Methods of lists and dicts that put what they are given into them as one item.
_KEEPING = frozenset({"append", "appendleft", "get", "insert", "setdefault"})
_IMPORTING = frozenset({"builtins.__import__", "importlib.import_module"})
_LOADING_FILES = frozenset({"importlib.util.module_from_spec", "runpy.run_path"})
_LOADING = _IMPORTING | _LOADING_FILES | {"pkgutil.resolve_name", "runpy.run_module"}
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
_PARSER = Imported("argparse.ArgumentParser")
_UPDATE_WRAPPER = Imported("functools.update_wrapper")
# What `operator.methodcaller` gives, to be called with its own arguments and an object.
_METHOD_CALLER = Imported("operator.methodcaller()")
_DUNDER_SETTERS = frozenset({"__setattr__", "__delattr__"})
# Functions of Python that change what they are given.
_CHANGING = MUTATORS | _DUNDER_SETTERS | {"delattr", "eval", "exec", "setattr"}
_WITH_ATTRIBUTES = ObjectValue | ClassValue | Imported | UdfInstanceValue


class Calls:
    """Evaluates calls and attributes."""

    def __init__(
        self,
        session: Session,
        expressions: Expressions,
        functions: Functions,
        making: UdfMaking,
        foresight: Foresight,
    ) -> None:
        self._session = session
        self._expressions = expressions
        self._functions = functions
        self._foresight = foresight
        self._frames = Frames(session)
        self._running = Running(session)
        self.objects = Objects(session, functions, foresight)
        self.instances = Instances(session, functions, self)
        self.setting = Setting(session, self.objects)
        self.making = making
        self.udf_calls = UdfCalls(session, making, self.setting)

    def attribute(self, owner: Value, name: str, state: State) -> Value:
        """What `owner.name` stands for."""
        if isinstance(owner, Imported):
            if name == "__dict__":
                # As `vars(owner)`: whoever has it may set any name.
                self.setting.set_by_name(owner, Arguments(), state)
            return self._session.program.resolve(owner.attribute(name))
        if isinstance(owner, FunctionValue | PartialValue):
            return self.setting.of_function(owner, name)
        if name == "__dict__" and isinstance(owner, ObjectValue | ClassValue):
            # As `vars(owner)`: whoever has it may change any attribute.
            self.setting.set_by_name(owner, Arguments(), state)
            return UNKNOWN
        if isinstance(owner, ObjectValue | ClassValue | SuperValue):
            return self.objects.attribute(owner, name, state)
        if isinstance(owner, UdfInstanceValue):
            return udfs.method_udf(owner, name) or UNKNOWN
        if isinstance(owner, Items | Mapping):
            if name in MUTATORS:
                # Somebody may call it later on.
                self._session.changes.change(owner)
            return item_of(owner)
        if isinstance(owner, Unknown) and owner.ways:
            return one_way(owner, lambda one: self.attribute(one, name, state))
        if isinstance(owner, Unknown):
            return self.objects.of_any(owner, name, state)
        if name == "value" and isinstance(owner, Number | Text):
            # Only the members of an enumeration have it.
            return replace(owner, is_member=False) if isinstance(owner, Text) else owner
        if isinstance(owner, MemberValue):
            own = {"name": Text.of(owner.name, known=True), "value": owner.value}
            return own.get(name, UNKNOWN)
        return owner if isinstance(owner, ExpressionValue) else UNKNOWN

    def call(self, node: cst.Call, state: State) -> Value:
        """What a call gives, and what it does to the frames and the runner in sight."""
        if isinstance(node.func, cst.Attribute):
            looks = is_namespace(node.func.value) and node.func.attr.value not in MUTATORS
            if looks:
                receiver = Receiver(node.func.value, UNKNOWN)
            else:
                receiver = self._expressions.receiver(node.func.value, state)
            return self._method_call(node, node.func, receiver, state)
        if repeating.is_taking_all(node):
            whole = repeating.taken_whole(node.args[0].value, self._session)
            self._session.recorder.read_whole |= whole
        function = self._expressions.value(node.func, state)
        arguments = self._expressions.arguments(node, state)
        # What gives the arguments may never have come to an end.
        return UNKNOWN if state.ended else self.apply(function, arguments, node, state)

    def _change_namespace(
        self, namespace: cst.BaseExpression, arguments: Arguments, state: State
    ) -> None:
        """`globals().update(...)` and `vars(owner).update(...)`."""
        around = object_of_namespace(namespace)
        if around is not None or is_namespace(namespace):
            owner = self._expressions.value(around, state) if around is not None else None
            self.setting.update(owner, arguments, state)

    def _method_call(
        self, node: cst.Call, function: cst.Attribute, receiver: Receiver, state: State
    ) -> Value:
        name, owner = function.attr.value, receiver.value
        arguments = self._expressions.arguments(node, state)
        if state.ended:
            return UNKNOWN
        if name in MUTATORS:
            self._change_namespace(function.value, arguments, state)
            self._session.changes.put(owner, arguments.values)
            self._touch_unseen(receiver, state)
        if name == "load_module":
            self._session.program.discover(arguments.get(0), state)
        return self._called_method(node, function, receiver, arguments, state)

    def _called_method(
        self,
        node: cst.Call,
        function: cst.Attribute,
        receiver: Receiver,
        arguments: Arguments,
        state: State,
    ) -> Value:
        """What a method gives that is called on a value, its arguments evaluated."""
        name, owner = function.attr.value, receiver.value
        if isinstance(owner, Unknown) and owner.ways:
            return one_way(
                owner,
                lambda one: self._called_method(
                    node, function, replace(receiver, value=one), arguments, state
                ),
            )
        if isinstance(owner, FrameValue):
            return self._frame_method(node, function, receiver, owner, arguments, state)
        if isinstance(owner, GroupedValue):
            span = self._session.span_from(function.attr, node)
            return self._frames.aggregated(owner, name, arguments, span)
        if isinstance(owner, ExpressionValue):
            around = function.value
            within = around.attr.value if isinstance(around, cst.Attribute) else None
            return columns.method(owner, name, arguments, within)
        if isinstance(owner, UdfValue):
            return self.udf_calls.of_method(owner, name, arguments, node)
        if name in _DUNDER_SETTERS and self._sets_plainly(owner, name):
            self.setting.set_by_name(owner, Arguments((owner, *arguments.positional)), state)
            return Nothing()
        if isinstance(owner, Unknown):
            self.objects.call_on_any(owner, name)
        own = _method_of_member(receiver, name)
        if own is not None:
            given = replace(arguments, positional=(owner, *arguments.positional))
            return self.apply(own, given, node, state)
        if isinstance(owner, Items | Mapping | Text):
            result = self._container_method(owner, name, arguments)
            for value in arguments.values if name not in _KEEPING else ():
                self._session.changes.use_up(value)
            after = containers.changed(owner, name, arguments)
            if after is not None:
                self.replace_container(receiver, after, state)
            return result
        attribute = self.attribute(owner, name, state)
        if isinstance(owner, Imported) or not isinstance(attribute, Unknown):
            return self.apply(attribute, arguments, node, state)
        if not only_reads(name):
            self._give_away(arguments, node, state)
            self.setting.patched_by(name, arguments, state)
            self.setting.parsed_by(name, arguments, state)
            self.objects.calls_itself(owner, state)
        if name == "__init__":
            self.objects.made_above(owner, state)
        either = one_of(owner, attribute)
        if not isinstance(owner, Unknown):
            return either
        self._session.recorder.called_on_unknown(name)
        if owner.steps is None and not operators.cuts(name):
            return either
        span = self._session.span_from(function.attr, node)
        return self._frames.of_unknown(owner, either, name, arguments, span)

    def _sets_plainly(self, owner: Value, setter: str) -> bool:
        """Whether calling this method of it sets an attribute, and no more."""
        if isinstance(owner, ObjectValue):
            return owner.made_of.function(setter) is None
        return isinstance(owner, Imported) and owner.name != "builtins.object"

    def apply(
        self, function: Value, arguments: Arguments, node: cst.CSTNode, state: State
    ) -> Value:
        """What calling a value gives."""
        if isinstance(function, Unknown) and function.ways:
            return one_way(function, lambda one: self.apply(one, arguments, node, state))
        wrapper = self._session.wrapper(function)
        if wrapper is not None:
            return self.udf_calls.of_wrapper(wrapper, function, arguments, node)
        if isinstance(function, WrapperValue):
            return self.udf_calls.of_waiting_wrapper(function, arguments, node)
        if isinstance(function, Imported):
            given = self._imported_call(node, function.name, arguments, state)
            for value in arguments.values if function.name not in _LAZY else ():
                self._session.changes.use_up(value)
            # What isn't known may be what was given, or something in it.
            return one_of(given, *arguments.values) if isinstance(given, Unknown) else given
        if isinstance(function, DecoratorValue):
            return self.udf_calls.of_waiting_decorator(function, arguments)
        if isinstance(function, UdfClassValue):
            return self.udf_calls.of_class(function, arguments)
        if isinstance(function, UdfInstanceValue):
            return self.udf_calls.of_instance(function, arguments, node)
        if isinstance(function, UdfValue):
            return self.udf_calls.of_udf(function, arguments, node)
        if isinstance(function, FunctionValue):
            return self._functions.call(function, arguments, state, node)
        if isinstance(function, ClassValue) and has_members(function):
            return _member(function, arguments)
        if isinstance(function, ClassValue):
            return self.instances.make(function, arguments, state)
        if isinstance(function, PartialValue) and not self._session.changes.is_remade(function):
            return self.apply(function.function, function.arguments.then(arguments), node, state)
        if isinstance(function, ObjectValue):
            called = self.objects.attribute(function, "__call__", state)
            if isinstance(called, FunctionValue):
                return self._functions.call(called, arguments, state)
        changes = self._session.changes
        for one in changes.reached(function) if isinstance(function, Unknown) else ():
            made = one.function("__init__") if isinstance(one, ClassValue) else None
            called = made or one
            if isinstance(called, FunctionValue):
                self._foresight.handed_on(called, one_of(*arguments.values), state)
        self._give_away(arguments, node, state)
        return one_of(function, *arguments.values)

    def _give_away(self, arguments: Arguments, node: cst.CSTNode, state: State) -> None:
        """Code out of sight gets these values."""
        self._hand_on(arguments, state)
        self._session.changes.lend(arguments, self._place(node))
        self.setting.perhaps_by_name(arguments, state)

    def _hand_on(self, arguments: Arguments, state: State) -> None:
        """Code out of sight gets functions, and may call them."""
        for value in arguments.values:
            if isinstance(value, FunctionValue):
                others = (one for one in arguments.values if one is not value)
                self._foresight.handed_on(value, one_of(*others), state)

    def _frame_method(
        self,
        node: cst.Call,
        function: cst.Attribute,
        receiver: Receiver,
        frame: FrameValue,
        arguments: Arguments,
        state: State,
    ) -> Value:
        name = function.attr.value
        if name in {"pipe", "transform"}:
            given = (frame, *arguments.positional[1:])
            rest = replace(arguments, positional=given)
            return self.apply(arguments.get(0) or UNKNOWN, rest, node, state)
        span = self._session.span_from(function.attr, node)
        session = self._session
        link, code = chaining.link(node, function, session), chaining.code_of_number(node, session)
        result = self._frames.method(frame, name, arguments, span, link, code)
        if result.kept is not None:
            self._rebind(receiver, result.kept, state)
        return result.value

    def replace_container(self, receiver: Receiver, after: Value | None, state: State) -> None:
        """A list or dict is changed in place: it is another one under the name that is seen.

        Under all other names, in loops, and where None tells so, it isn't known any more.
        """
        if after is None or self._session.recorder.loops:
            self._session.changes.change(receiver.value)
            self._touch_unseen(receiver, state)
        else:
            self._session.changes.follow(receiver.value, after)
            self._rebind(receiver, after, state)

    def _touch_unseen(self, receiver: Receiver, state: State) -> None:
        """The program itself changes what a caller out of sight gave."""
        if receiver.value is UNSEEN:
            self._rebind(receiver, UNKNOWN, state)

    def _rebind(self, receiver: Receiver, new: Value, state: State) -> None:
        """What a method leaves in its receiver's place, under the name that it is called on.

        `df.collect()` keeps its result on `df`, `steps.append(step)` is one step longer. What has
        other names is unknown under these.
        """
        node, holder = receiver.node, receiver.holder
        if isinstance(node, cst.Name) and node.value in state.scope.names:
            state.scope.names[node.value] = new
        elif isinstance(node, cst.Attribute) and isinstance(holder, ObjectValue):
            name = node.attr.value
            if state.attribute(holder, name):
                self.objects.set(holder, name, new, state)

    def selected(self, node: cst.Subscript, frame: FrameValue, keys: Sequence[Value]) -> Value:
        """`df[["a", "b"]]` and `df[1:3]` are selections."""
        return self._frames.selected(frame, tuple(keys), self._session.span(node))

    def run_frame(self, frame: FrameValue, method: str, node: cst.CSTNode) -> None:
        """A frame is run by something that isn't one of its own methods: `len(df)`, a loop."""
        self._frames.method(frame, method, Arguments(), self._session.span(node))

    def set_environment(self, key: Value, value: Value | None, node: cst.CSTNode) -> None:
        """`os.environ[key] = value`, or None for `del os.environ[key]`."""
        span = self._session.span(node)
        if value is None:
            self._running.unset_environment(key, span)
        else:
            self._running.set_environment(key, value, span, firm=True)

    def exported(self, module: str) -> tuple[str, ...]:
        """What `from module import *` binds, as far as it is Daft's."""
        if module != "daft":
            return ()
        return ("DataFrame", "DataType", "col", "lit", *udfs.EXPORTED, *sources.EXPORTED)

    def _place(self, node: cst.CSTNode) -> Place:
        """Where a node stands, for whoever wants to know: few do, and it takes its time."""
        return partial(self._session.span, node)

    def _imported_call(
        self, node: cst.CSTNode, name: str, arguments: Arguments, state: State
    ) -> Value:
        if name.startswith("daft."):
            return self._daft_call(node, name, arguments)
        if name in _CASTS and len(arguments.positional) == 2:
            return arguments.positional[1]
        self._hand_on(arguments, state)
        if name in _EXITS:
            self._session.endings.fails(state)
            return UNKNOWN
        first = arguments.get(0)
        if name in _IMPORTING and isinstance(first, Text) and first.exact:
            # `__import__("package.module")` gives the package.
            shown = first.exact if name.startswith("importlib.") else first.exact.partition(".")[0]
            return self._import(first.exact, shown)
        if name in _LOADING:
            is_name = name not in _LOADING_FILES
            self._session.program.discover(first if is_name else None, state)
            return UNKNOWN
        if name.startswith("builtins."):
            return self._builtin_call(node, name.removeprefix("builtins."), arguments, state)
        if self._running.noticed(name, arguments, self._place(node)):
            return UNKNOWN
        if name in _PASSING and first is not None:
            return _copied(first)
        if name in _FIELDS:
            return _field(arguments)
        if isinstance(first, Number | Signed) and len(arguments.positional) == 1:
            return numbers.rounded(name, first.quantity) or UNKNOWN
        if name == "dataclasses.replace" and isinstance(first, ObjectValue):
            return self._replaced(first, arguments, node, state)
        if name in _PATH_CLASSES and len(arguments.positional) == 1:
            path = arguments.positional[0]
            return texts.as_path(path) if isinstance(path, Text) else path
        if name == AUTO.name:
            return AUTO
        if name == "pytest.importorskip" and isinstance(first, Text) and first.exact:
            return self._import(first.exact, first.exact)
        if name == "os.path.join" and arguments.complete:
            parts = [_pattern(value) for value in arguments.positional]
            known = all(isinstance(one, Text) and one.written for one in arguments.positional)
            known = known and not any(part.startswith("/") for part in parts[1:])
            return Text.of("/".join(part.rstrip("/") for part in parts), known=known)
        if name == "functools.partial" and first and arguments.complete and self._is_known(first):
            rest = replace(arguments, positional=arguments.positional[1:])
            return PartialValue(first, rest)
        if name == "functools.partial" and _changes_arguments(first):
            # Somebody may call it later on.
            for value in arguments.positional[1:]:
                self._session.changes.change(value)
        if name == "collections.defaultdict" and isinstance(first, FunctionValue):
            return one_of(self.apply(first, Arguments(), node, state))
        if name in _CONFIGS:
            return containers.made_dict(arguments)
        if name == "functools.wraps":
            wrapped = arguments.get(0, "wrapped") or UNKNOWN
            return PartialValue(_UPDATE_WRAPPER, Arguments(keywords={"wrapped": wrapped}))
        if name == _UPDATE_WRAPPER.name and first is not None:
            return self._wrapping(first, node, arguments, state)
        if name == "functools.reduce":
            return self._reduced(node, arguments, state)
        if name == "operator.methodcaller":
            return PartialValue(_METHOD_CALLER, arguments)
        if name == _METHOD_CALLER.name:
            return self._call_by_name(arguments, node, state)
        if name == "logging.getLogger":
            return Imported("logging.Logger")
        if name == _PARSER.name:
            return _PARSER
        if not only_reads(name):
            self._give_away(arguments, node, state)
            self.setting.patched_by(name, arguments, state)
            self.setting.parsed_by(name, arguments, state)
        return UNKNOWN

    def _is_known(self, function: Value) -> bool:
        """Whether a function is in sight, one of Daft, or a wrapper: its calls are known."""
        if isinstance(function, Imported) and function.name.startswith("daft."):
            return True
        return isinstance(function, _PARTIAL) or self._session.wrapper(function) is not None

    def _import(self, module: str, shown: str) -> Value:
        """A module is imported by its name, and `shown` is the one that comes of it."""
        if module.startswith("."):
            return UNKNOWN
        program = self._session.program
        program.load(module)
        return program.resolve(program.imported(shown))

    def _replaced(
        self, instance: ObjectValue, arguments: Arguments, node: cst.CSTNode, state: State
    ) -> Value:
        """`replace(instance, name=value)`: an object that is made anew of the other fields too."""
        if not arguments.complete:
            return UNKNOWN
        fields = [name for name, _ in instance.made_of.fields]
        kept = {name: self.objects.attribute(instance, name, state) for name in fields}
        return self.apply(
            instance.made_of, Arguments((), {**kept, **arguments.keywords}), node, state
        )

    def _reduced(self, node: cst.CSTNode, arguments: Arguments, state: State) -> Value:
        """`reduce(step, steps, frame)`, where all the steps are in sight; the first may start."""
        step, over, start = (arguments.get(place) for place in range(3))
        items = unrolling.items_of(over) if over is not None else None
        if start is None and items:
            start, items = items[0], items[1:]
        if items is None or step is None or start is None or not arguments.complete:
            self._session.changes.lend(arguments, self._place(node))
            return UNKNOWN
        for item in items:
            start = self.apply(step, Arguments((start, item)), node, state)
        return start

    def _call_by_name(self, arguments: Arguments, node: cst.CSTNode, state: State) -> Value:
        """`methodcaller("name", 1)(owner)`: what it was made with comes first, the owner last."""
        name, *given, owner = arguments.positional if len(arguments.positional) > 1 else (None,) * 2
        exact = name.exact if isinstance(name, Text) else None
        if not isinstance(owner, _WITH_ATTRIBUTES) or exact is None:
            self._give_away(arguments, node, state)
            return one_of(*arguments.values)
        method = self.attribute(owner, exact, state)
        return self.apply(method, replace(arguments, positional=tuple(given)), node, state)

    def _wrapping(
        self, wrapper: Value, node: cst.CSTNode, arguments: Arguments, state: State
    ) -> Value:
        """A function takes over the attributes of another one, under each of its names."""
        made = wrapping(wrapper, arguments.get(1, "wrapped") or UNKNOWN)
        if isinstance(node, cst.Call) and node.args:
            self._rebind(self._expressions.receiver(node.args[0].value, state), made, state)
        return made

    def _daft_call(self, node: cst.CSTNode, name: str, arguments: Arguments) -> Value:
        short = name.removeprefix("daft.")
        last = name.rpartition(".")[2]
        if name in udfs.DECORATORS:
            return self.udf_calls.of_decorator(name, arguments, node)
        if self._running.noticed(name, arguments, self._place(node)):
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
            return ExpressionValue(frozenset(), text=text, shape=shaping.CONSTANT)
        if short == "concat":
            return self._frames.concatenated(arguments, self._session.span(node))
        # Classes have such methods too: `daft.io.S3Config.from_env()`.
        of_class = any(part[:1].isupper() for part in short.split(".")[:-1])
        source = last if short.startswith("io.") and not of_class else short
        if "." not in source or sources.is_source(source):
            differs = isinstance(node, cst.Call) and self._session.rounds.differ_in(*node.args)
            return self._frames.source(source, arguments, self._session.span(node), differs=differs)
        if short.startswith(("functions.", "expressions.")):
            model = ai_udf(last, arguments, self._session.span(node))
            if model is not None:
                return self.udf_calls.of_udf(UdfValue(model), arguments, node)
            return columns.function(last, arguments)
        return Imported(name) if short.startswith(_CONSTANTS) else UNKNOWN

    def _builtin_call(
        self, node: cst.CSTNode, name: str, arguments: Arguments, state: State
    ) -> Value:
        first = arguments.get(0)
        if name == "isinstance" and first is not None and arguments.complete:
            remade = self._session.changes.is_remade(first)
            answer = None if remade else is_instance(first, arguments.get(1) or UNKNOWN)
            return UNKNOWN if answer is None else Flag(answer)
        for value in arguments.positional if name in _USING else ():
            self.objects.used(value, state)
        if isinstance(first, FrameValue):
            method = {"len": "__len__", "list": "__iter__", "iter": "__iter__"}.get(name)
            if method is not None:
                self.run_frame(first, method, node)
            return UNKNOWN
        if name == "exec" or (name in NAMESPACES and first is None):
            scope = state.scope.outermost if name in {"exec", "globals"} else state.scope
            scope.forget_constants()
        if name in {"eval", "exec"}:
            # Code that nobody sees has all that is in sight, and what it is given.
            for value in (*arguments.values, *state.scope.in_sight()):
                self._session.changes.change(value)
        if name in ATTRIBUTE_SETTERS and first is not None:
            self.setting.set_by_name(first, arguments, state)
        if name == "getattr" and isinstance(first, _WITH_ATTRIBUTES):
            key = arguments.get(1)
            exact = key.exact if isinstance(key, Text) else None
            if exact is not None:
                return self.attribute(first, exact, state)
            methods = self.objects.methods(first) if isinstance(first, ObjectValue) else ()
            return one_of(first, *methods)
        if name == "super" and not arguments.values:
            return _super(self._session.call_stack, state)
        if name == "type" and isinstance(first, ObjectValue) and len(arguments.values) == 1:
            return first.made_of
        if name in {"enumerate", "reversed", "zip"}:
            rearranged = unrolling.rearranged(name, arguments)
            if rearranged is not None:
                return unrolling.once(rearranged, *arguments.positional)
        return builtin_functions.called(name, first, arguments)

    def _container_method(self, owner: Value, name: str, arguments: Arguments) -> Value:
        if name in MUTATORS:
            self._session.changes.change(owner)
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
        return _copied(owner) if name == "copy" else item_of(owner, *arguments.values)


def _changes_arguments(function: Value | None) -> bool:
    return isinstance(function, Imported) and function.name.rpartition(".")[2] in _CHANGING


def _member(enumeration: ClassValue, arguments: Arguments) -> Value:
    """`Mode("fast")`: the member with that value."""
    asked = arguments.get(0, "value") or UNKNOWN
    for member in filter(is_member, enumeration.constants.values()):
        if member == asked:
            return member
        value = member.value if isinstance(member, MemberValue) else member
        found = equal(value, asked)
        if found is not False:
            return member if found else UNKNOWN
    return UNKNOWN


def _method_of_member(receiver: Receiver, name: str) -> FunctionValue | None:
    """The method in `Mode.FAST.start()`."""
    enumeration = receiver.holder
    if not (isinstance(enumeration, ClassValue) and is_member(receiver.value)):
        return None
    method = enumeration.function(name)
    return method if method is not None and method.binding is Binding.METHOD else None


def _super(stack: Sequence[FunctionValue], state: State) -> Value:
    """`super()`: what comes behind the class of the method, for its first argument."""
    parameters = stack[-1].node.params.params if stack else ()
    owner = state.scope.names.get(parameters[0].name.value) if parameters else None
    if not isinstance(owner, ObjectValue):
        return UNKNOWN
    classes = (owner.made_of, *owner.made_of.order)
    place = next((at for at, one in enumerate(classes) if one.node is stack[-1].home), None)
    return UNKNOWN if place is None else SuperValue(owner, classes[place + 1 :])


def _pattern(value: Value) -> str:
    return value.pattern if isinstance(value, Text) else "*"


def _copied(value: Value) -> Value:
    """The same in a container of its own; an object's copy is another object."""
    if isinstance(value, Items | Mapping):
        return replace(value)
    return UNKNOWN if isinstance(value, ObjectValue) else value


def _field(arguments: Arguments) -> Value:
    """The default of a field, or what makes it; unknown for one without."""
    factory = arguments.get(None, "default_factory", "factory")
    if factory is not None and arguments.complete:
        return FactoryValue(factory)
    return arguments.get(0, "default") or UNKNOWN
