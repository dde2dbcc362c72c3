"""Prints what a Daft offers, as JSON: run by `daft_api.py` with that Daft first in the path.

Daft is imported, so names are those that a program gets, and signatures those that Python checks.
What it deprecates is read in its source, since most of these messages come when something is used.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import json
import re
import sys
import types
import typing
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

# What programs import from; of any other module of Daft nothing is told.
_MODULES = (
    "daft",
    "daft.ai",
    "daft.catalog",
    "daft.context",
    "daft.dataframe",
    "daft.datasets",
    "daft.datatype",
    "daft.errors",
    "daft.exceptions",
    "daft.expressions",
    "daft.file",
    "daft.functions",
    "daft.functions.ai",
    "daft.io",
    "daft.logical.schema",
    "daft.pyspark",
    "daft.runners",
    "daft.schema",
    "daft.series",
    "daft.session",
    "daft.sql",
    "daft.sql.sql",
    "daft.udf",
    "daft.unity_catalog",
    "daft.window",
)
# These offer what is defined elsewhere; what others import isn't theirs.
_FACADES = frozenset({"daft", "daft.functions", "daft.io"})
_INTERNAL = (
    "daft.analytics",
    "daft.logical.builder",
    "daft.plan_scheduler",
    "daft.recordbatch",
    "daft.runners",
    "daft.table",
)
# Of what makes UDFs, programs only meet the decorators.
_DECORATORS = frozenset({"_FuncDecorator", "_MethodDecorator"})
_TYPING = frozenset(dir(typing))
_NOTICE = re.compile(r"deprecat", re.IGNORECASE)

deprecated: dict[str, str] = {}
"""What Daft says of each function that it deprecates, by its qualified name."""


def main() -> None:
    """Print names, signatures and deprecations."""
    warnings.simplefilter("ignore")
    import daft

    deprecated.update(_deprecated(Path(daft.__file__).parent))
    owners: dict[str, dict[str, object]] = {}
    classes: dict[str, type] = {}
    bases: dict[str, list[str]] = {}
    unread: list[str] = []
    for name in filter(_is_there, _MODULES):
        try:
            module = importlib.import_module(name)
        except BaseException:
            # It needs a library that isn't here: its names are those that it lists.
            listed = _listed(name)
            owners |= {name: {key: {"is": "name", "own": True} for key in listed}} if listed else {}
            unread += [] if listed else [name]
            continue
        members = {member: value for member, value in _members(module) if _is_daft(value)}
        owners[name] = {
            member: {**_described(value, classes), "own": _is_own(value, name)}
            for member, value in members.items()
        }
    waiting = list(classes)
    while waiting:
        name = waiting.pop()
        before = set(classes)
        owner = classes[name]
        own = {member: _of_class(owner, member, classes) for member in vars(owner)}
        owners[name] = {
            member: described for member, described in own.items() if described is not None
        }
        for base in owner.__bases__:
            _add(base, classes)
        bases[name] = [base.__name__ for base in owner.__bases__ if base in classes.values()]
        waiting += [class_ for class_ in classes if class_ not in before]
    print(json.dumps({"owners": owners, "bases": bases, "unread": unread}))


def _is_there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _listed(name: str) -> list[str]:
    """What a module offers by its file: its `__all__`, or else its classes and functions."""
    spec = importlib.util.find_spec(name)
    defined: list[str] = []
    for node in _parsed((spec and spec.origin) or "").body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=names)):
                return [expression.value for expression in names]
            case ast.ClassDef(name=exported) | ast.FunctionDef(name=exported) if (
                not exported.startswith("_")
            ):
                defined.append(exported)
    return defined


def _members(module: types.ModuleType) -> Iterator[tuple[str, object]]:
    for name in sorted({*dir(module), *getattr(module, "__all__", ())}):
        if not name.startswith("_") and name not in _TYPING:
            try:
                yield name, getattr(module, name)
            except (AttributeError, ImportError):
                continue


def _is_daft(value: object) -> bool:
    """Whether something is Daft's, not of a library that it imports.

    Which modules are attributes of others depends on what was imported before.
    """
    if isinstance(value, types.ModuleType):
        return False
    where = getattr(value, "__module__", None) or type(value).__module__
    return isinstance(where, str) and where.partition(".")[0] == "daft"


def _is_own(value: object, module: str) -> bool:
    """Whether a module offers a member of it, and doesn't import it for itself."""
    where = getattr(value, "__module__", None) or type(value).__module__
    return module in _FACADES or where == module or where.startswith(f"{module}.")


def _described(value: object, classes: dict[str, type]) -> dict[str, object]:
    """What calling a value takes and gives."""
    if isinstance(value, type):
        _add(value, classes)
        return {"is": "class", "of": value.__name__, **_signature(value, classes)}
    if isinstance(value, types.FunctionType | types.BuiltinFunctionType | types.MethodType):
        return {"is": "function", **_signature(value, classes)}
    _add(type(value), classes)
    return {"is": "object", "of": type(value).__name__, **_signature(value, classes)}


def _of_class(owner: type, name: str, classes: dict[str, type]) -> dict[str, object] | None:
    if name.startswith("_") and name != "__call__":
        return None
    value = inspect.getattr_static(owner, name, None)
    if isinstance(value, property):
        return {"is": "property", **_returned(value.fget, classes), **_notice(value.fget)}
    if isinstance(value, staticmethod | classmethod):
        return {"is": "function", **_signature(value.__get__(None, owner), classes)}
    if isinstance(value, types.FunctionType | types.MethodDescriptorType):
        return {"is": "method", **_signature(value, classes)}
    return {"is": "value"}


def _add(owner: type, classes: dict[str, type]) -> None:
    internal = owner.__module__.startswith(_INTERNAL) or owner.__name__.startswith("Py")
    if owner.__module__.startswith("daft.udf"):
        internal = owner.__name__ not in _DECORATORS
    if _is_daft(owner) and not internal:
        classes.setdefault(owner.__name__, owner)


def _signature(value: object, classes: dict[str, type]) -> dict[str, object]:
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return {}
    parameters = [
        {
            "name": parameter.name,
            "kind": parameter.kind.name,
            "needed": parameter.default is parameter.empty,
            **_literals(parameter.annotation),
        }
        for parameter in found.parameters.values()
        if parameter.name != "self"
    ]
    return {"takes": parameters, **_returned(value, classes), **_notice(value)}


def _notice(value: object) -> dict[str, object]:
    name = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"
    said = deprecated.get(name) or deprecated.get(f"{name}.__init__")
    return {"deprecated": said} if said else {}


def _literals(annotation: object) -> dict[str, object]:
    """The texts that an annotation lists, where it lists all that is taken."""
    text = annotation if isinstance(annotation, str) else ""
    found = re.fullmatch(r"Literal\[([^\]]*)\](?: \| None)?", text)
    return {"values": re.findall(r"[\"']([^\"']*)[\"']", found[1])} if found else {}


def _returned(value: object, classes: dict[str, type]) -> dict[str, object]:
    """The class of Daft that something returns, where its annotation names one alone."""
    annotation = getattr(value, "__annotations__", {}).get("return")
    if isinstance(annotation, type):
        annotation = annotation.__name__ if _is_daft(annotation) else None
    if not isinstance(annotation, str):
        return {}
    name = annotation.strip("'\"").removeprefix("daft.")
    module = sys.modules.get(getattr(value, "__module__", ""))
    if module is None or not name.isidentifier():
        return {}
    owner = getattr(module, name, None) or _imported_for_types(module, name)
    if not isinstance(owner, type) or not _is_daft(owner):
        return {}
    _add(owner, classes)
    return {"gives": name}


def _imported_for_types(module: types.ModuleType, name: str) -> object:
    """What a name stands for that a module only imports for type checkers, if it is Daft's."""
    for node in ast.walk(_parsed(module.__file__ or "")):
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            where = node.module or ""
            if where.partition(".")[0] == "daft" and not node.level:
                with contextlib.suppress(ImportError):
                    return getattr(importlib.import_module(where), name, None)
    return None


@cache
def _parsed(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8")) if file else ast.Module([], [])


def _deprecated(root: Path) -> Iterator[tuple[str, str]]:
    """What Daft says of each function that it deprecates, by the qualified name in its file."""
    for file in sorted(root.rglob("*.py")):
        if "pickle" in file.parts:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        module = ".".join((root.name, *file.relative_to(root).with_suffix("").parts))
        yield from _notices(tree, module.removesuffix(".__init__"))


def _notices(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield from _notices(child, f"{name}.{child.name}")
        elif isinstance(child, ast.Call) and _warns(child):
            texts = (part.value for part in ast.walk(child) if isinstance(part, ast.Constant))
            said = "".join(text for text in texts if isinstance(text, str))
            if _NOTICE.search(said):
                yield name, said
        else:
            yield from _notices(child, name)


def _warns(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "warn"


if __name__ == "__main__":
    main()
