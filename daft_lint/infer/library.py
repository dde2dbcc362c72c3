"""Calls of functions of Python and well-known packages, by their dotted names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.infer import fields
from daft_lint.infer.context import Given
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.records import replace
from daft_lint.values import builtin_functions, numbers, texts, unrolling
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Class,
    FrameValue,
    Function,
    Imported,
    Instance,
    Items,
    Mapping,
    Number,
    PartialValue,
    Super,
    Text,
    UdfInstanceValue,
    UdfValue,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.infer.context import Site
    from daft_lint.infer.inference import Infer

_PATH_CLASSES = frozenset({"pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath"})
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
# What other packages call by their own names.
SAME = {
    "daft_lance.read_lance": "daft.read_lance",
    "pypaimon.daft.read_paimon": "daft.read_paimon",
}
GETENV = frozenset({"os.environ.get", "os.getenv"})
_PARSER = "argparse.ArgumentParser"
_PARSED = frozenset({f"{_PARSER}.parse_args", f"{_PARSER}.parse_known_args"})
_IMPORTING = frozenset({"builtins.__import__", "importlib.import_module", "pytest.importorskip"})
_WITH_ATTRIBUTES = Class | Imported | Instance | UdfInstanceValue
_PARTIAL = Class | Function | Instance | Imported | PartialValue | UdfValue


def called(infer: Infer, name: str, given: Arguments, site: Site | None) -> Value:
    """What a call gives."""
    first = given.get(0)
    if name in _IMPORTING:
        return _module(infer, first, site)
    if name.startswith("builtins."):
        return _builtin(infer, name.removeprefix("builtins."), given, site)
    if name in _CASTS and len(given.positional) == 2:
        return given.positional[1]
    if name in _PASSING and first is not None:
        return UNKNOWN if isinstance(first, Instance) and name.startswith("copy.") else first
    if name in GETENV and site is not None:
        return _of_environment(given, site)
    if name in fields.FIELDS:
        return fields.of_call(name, given)
    if isinstance(first, Number) and len(given.positional) == 1:
        return numbers.rounded(name, first.quantity) or UNKNOWN
    if name in _PATH_CLASSES and len(given.positional) == 1:
        return texts.as_path(first) if isinstance(first, Text) else UNKNOWN
    if name == "os.path.join" and given.complete:
        return _joined_paths(given)
    if name == "functools.partial" and isinstance(first, _PARTIAL) and given.complete:
        return PartialValue(first, replace(given, positional=given.positional[1:]))
    if name == "functools.reduce":
        return _reduced(infer, given, site)
    if name == _PARSER:
        return Imported(_PARSER)
    if name in _PARSED and site is not None:
        return _of_parser(infer, site, several=name.endswith("known_args"))
    if name == "dataclasses.replace" and isinstance(first, Instance):
        return _replaced(first, given)
    return UNKNOWN


def _module(infer: Infer, name: Value | None, site: Site | None) -> Value:
    path = name.exact if isinstance(name, Text) else None
    if not path:
        return UNKNOWN
    # The import map doesn't see this import, so other code may change the module unseen.
    found = None if site is None else infer.modules.named(path, 0, site.context.module)
    return Imported(path) if found is None else UNKNOWN


def _of_environment(given: Arguments, site: Site) -> Value:
    """What `os.environ.get("BATCH", "64")` gives: any text, or 64 if a number is wanted.

    Unknown where the module sets variables itself.
    """
    default = given.get(1, "default")
    found = default
    if isinstance(default, Text):
        numbers_in = (texts.number_in(default, kind) for kind in ("int", "float"))
        found = next((each for each in numbers_in if isinstance(each, Number)), None)
    sets_some = any(write.name == "environ" for write in site.context.index.writes)
    if sets_some or not isinstance(found, Number):
        return UNKNOWN
    key = given.get(0)
    variable = f"`{key.exact}`" if isinstance(key, Text) and key.exact else "that variable"
    span = site.context.module.span(site.call.place)
    origin = Origin(OriginKind.ASSUMPTION, f"the environment doesn't set {variable}", span)
    number = Number(found.quantity.from_place(origin))
    return Text("*", default=number) if isinstance(default, Text) else number


def _replaced(first: Instance, given: Arguments) -> Value:
    """`dataclasses.replace(settings, size=4)`."""
    if not isinstance(first.given, Given) or not given.complete:
        return UNKNOWN
    keywords = {**first.given.keywords, **given.keywords}
    return Instance(first.made_of, replace(first.given, keywords=keywords))


def _of_parser(infer: Infer, site: Site, *, several: bool) -> Value:
    """What `argparse` reads, each option as its default: others may give another number."""
    index = site.context.index
    entries: list[tuple[str | None, Value]] = []
    for number in index.calls_by_name.get("add_argument", ()):
        call = index.calls[number]
        flags = [each[1] for each in call.arguments if each[0] == "constant"]
        named = [flag for flag in flags if isinstance(flag, str)]
        long = [flag for flag in named if flag.startswith("--")] or named
        keywords = dict(call.keywords)
        destination = keywords.get("dest")
        if destination is not None and destination[0] == "constant":
            long = [destination[1]]
        if not long:
            continue
        name = long[0].lstrip("-").replace("-", "_")
        default = keywords.get("default")
        where = infer.free(site.context.module, call.scope)
        value = UNKNOWN if default is None else infer.value(default, where)
        if isinstance(value, Number):
            span = site.context.module.span(call.place)
            origin = Origin(OriginKind.DEFAULT, f"default of `{long[0]}`", span)
            value = Number(value.quantity.from_place(origin))
        else:
            value = Text("*") if isinstance(value, Text) else UNKNOWN
        entries.append((name, value))
    parsed = Mapping.of(entries)
    return unrolling.listed([parsed, UNKNOWN]) if several else parsed


def _reduced(infer: Infer, given: Arguments, site: Site | None) -> Value:
    """`functools.reduce(step, items, start)`."""
    step, over, start = (given.get(place) for place in range(3))
    items = unrolling.items_of(over) if over is not None else None
    if start is None and items:
        start, items = items[0], items[1:]
    if items is None or step is None or start is None or not given.complete:
        return UNKNOWN
    for item in items:
        start = infer.apply(step, Given((start, item)), None)
    return start


def _builtin(infer: Infer, name: str, given: Arguments, site: Site | None) -> Value:
    first = given.get(0)
    if isinstance(first, FrameValue):
        return UNKNOWN
    if name == "getattr" and isinstance(first, _WITH_ATTRIBUTES):
        key = given.get(1)
        exact = key.exact if isinstance(key, Text) else None
        return UNKNOWN if exact is None else infer.attribute(first, exact)
    if name == "super" and site is not None and not given.values:
        return _super(infer, site)
    if name in {"enumerate", "reversed", "zip"}:
        rearranged = unrolling.rearranged(name, given)
        if rearranged is not None:
            return rearranged
        if name == "enumerate" and isinstance(first, Items):
            return Items(first.length)
    if name == "bool" and first is not None:
        return UNKNOWN
    return builtin_functions.called(name, first, given)


def _super(infer: Infer, site: Site) -> Value:
    """`super()`: the classes after that of the method, for its first argument."""
    context = site.context
    while context.scope.kind not in {"function", "module"} and context.outer is not None:
        context = context.outer
    around = context.outer
    if around is None or around.scope.kind != "class" or not context.scope.parameters:
        return UNKNOWN
    own = context.scope.bound[context.scope.parameters[0].name][0]
    owner = infer.definition(own, context)
    return Super(owner, around.scope) if isinstance(owner, Instance) else UNKNOWN


def _joined_paths(given: Arguments) -> Text:
    parts = [value.pattern if isinstance(value, Text) else "*" for value in given.positional]
    known = all(isinstance(value, Text) and value.written for value in given.positional)
    known = known and not any(part.startswith("/") for part in parts[1:])
    return Text.of("/".join(part.rstrip("/") for part in parts), known=known)
