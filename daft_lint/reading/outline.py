"""What a module does when it is imported, and what its functions do, by its text alone."""

from __future__ import annotations

import builtins
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from daft_lint.documents.imports import Import, imports_of
from daft_lint.reading.mutating import (
    aliases,
    changes_given,
    changes_others,
    changes_what_stays,
    changing_methods,
    making_changes,
    mentions_changes,
    owners_changed,
)

_CHOOSES = re.compile(r"set_runner|DAFT_RUNNER|\bray\.init")
_RUNS = re.compile(
    r"^[\w)\]}][^\n]*\.(?:collect|count_rows|show|iter_(?:partitions|rows)"
    r"|to_(?:arrow|dask|pandas|py|ray|torch)\w*|write_\w+)\(",
    re.MULTILINE,
)
# By a name that is worked out, which may be that of any module. What imports one that is written
# out does what that one does, which is looked up elsewhere.
_DISCOVERS = re.compile(
    r"\b(?:import_module|__import__|load_module|module_from_spec|run_module|run_path)"
    r"\((?![ \t\n]*[\"'])"
)
_CALL = re.compile(r"(?<![\w.])(?:(\w+)\.(?:\w+\.)*)?(\w+)[ \t]*\(")
_CALLED_ITEM = re.compile(r"\w\][ \t]*\(")
_METHOD_CALL = re.compile(r"\.(\w+)[ \t]*\(")
_DECORATOR = re.compile(r"^[ \t]*@(?:(\w+)\.(?:\w+\.)*)?(\w+)[ \t]*$", re.MULTILINE)
# A function that is handed to somebody first of all may be called there and then.
_HANDED = re.compile(r"\([ \t\n]*(?:\w+[ \t]*=[ \t]*)?(?:(\w+)\.(?:\w+\.)*)?(\w+)[ \t\n]*[,)]")
_IMPORTED_NAMES = re.compile(r"\bimport[ \t]*\([^()]*\)")
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import\b[^\n]*", re.MULTILINE)
_ALIAS = re.compile(r"\b(\w+)[ \t]+as[ \t]+(\w+)")
_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_COMMENT = re.compile(r"#[^\n]*")
_STRING_OR_COMMENT = re.compile(rf"({_STRING.pattern})|{_COMMENT.pattern}")
_DOTTED = re.compile(r"(?<![\w.])([^\W\d]\w*)(?:\.(?:\w+\.)*(\w+))?(?![\w.])")
_CALLED = re.compile(r"@(\w+)|(?<![\w.])(\w+)\(")
_BASES = re.compile(r"^[ \t]*class[ \t]+\w+[ \t]*\(([^()]*)\)", re.MULTILINE)
_BLOCK = re.compile(r"(?:async|class|elif|else|except|finally|for|if|match|try|while|with)\b")
_FOR_TYPE_CHECKERS = re.compile(r"if[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:")
_LONG_STRING = re.compile(r"(?s)(\"\"\"|''').*?\1")
_DEFINITION = re.compile(r"(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)|if[ \t]+__name__[ \t]*==")
_CLASS = re.compile(r"[ \t]*class\b")
# What is called at nearly every import, and calls nothing of a project.
_HARMLESS = frozenset(dir(builtins)) | {"__name__", "self", "cls"}
# Methods change attributes of their own objects, which are no modules.
_OWN = frozenset({"self", "cls"})
# What belongs to the lines above though it stands no deeper.
_GOES_ON = (")", "]", "}", "#")


@dataclass(frozen=True, slots=True)
class Code:
    """Some code of a module: whether it acts itself, and whom it calls, by their own names.

    `changes` tells of a function whether it may change something that is there before and after.
    """

    acts: bool
    calls: frozenset[str]
    changes: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """How a module may get at objects that it doesn't name, when it is imported.

    It `changes` something that it hasn't made there itself, or one of its functions `may_change`
    such a thing, if any is called: `calls_own` tells whether it calls one of its own or something
    that it made, `calls_item` whether it calls what a list or dict holds. `calls` are the imported
    names that it calls, `owners` those of which it calls something, and `methods` what it calls of
    anything, in its functions too.
    """

    changes: bool
    may_change: bool
    calls_own: bool
    calls_item: bool
    calls: frozenset[str]
    owners: frozenset[str]
    methods: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outline:
    """A module: what it does when it is imported, its functions, and the names that it imports.

    A function acts if it chooses a runner, or imports what isn't known. A class is a function that
    does all that its methods do, but changes only what the making of an object does. `changing` are
    the methods that may change their object or something else. `mentioned` are the imported names,
    as they are called where they come from, that the module itself mentions, each with the
    attribute that it asks of it.
    """

    outside: Code
    functions: Mapping[str, Code]
    changing: frozenset[str]
    reach: Reach
    mentioned: frozenset[tuple[str, str | None]]
    imports: tuple[Import, ...]
    may_import: tuple[Import, ...]
    _imported: _Imported

    def handed_on(self, name: str) -> str | None:
        """What a name that the module imports is called where it comes from; None without one."""
        return self._imported.own_name(name)


def mentions_actions(text: str) -> bool:
    """Whether a text holds anything that `outlined` looks for."""
    does = any(one.search(text) is not None for one in (_CHOOSES, _DISCOVERS, _RUNS))
    return does or mentions_changes(text)


def outlined(text: str) -> Outline:
    """The outline of a module, which may show more than it does.

    What a module does only as the main program is left out.
    """
    text = _LONG_STRING.sub("''", text)
    outside: list[str] = []
    functions: dict[str, list[str]] = {}
    makers: set[str] = set()
    changing: set[str] = set()
    parts: list[str] = []
    for name, lines in _parts(text.splitlines()):
        if name is None:
            outside += lines
        elif name:
            functions.setdefault(name, []).extend(lines)
            if _CLASS.match(lines[0]):
                body, methods = _class(lines)
                outside += body
                changing |= changing_methods(methods)
                parts += methods.values()
                if making_changes(methods):
                    makers.add(name)
            else:
                parts.append("\n".join(lines))
                if changes_what_stays(parts[-1]):
                    makers.add(name)
    imported = _Imported(text)
    code = "\n".join(outside)
    calling = _BASES.sub("", _STRING_OR_COMMENT.sub(r"\1", code))
    handed = _HANDED.findall(_IMPORTED_NAMES.sub("", calling))
    called = _functions(
        [*_CALL.findall(calling), *_DECORATOR.findall(calling), *handed], functions, imported
    )
    # What functions of other modules change is left to whoever follows them.
    own = {name: "\n".join(functions[name]) for name in called if name in functions}
    run = "\n".join([code, *own.values()])
    acts = any(one.search(code) is not None for one in (_CHOOSES, _DISCOVERS, _RUNS))
    acts = acts or _changes(run, imported)
    acts = acts or any(_is_given(name, code, imported) for name in own if changes_given(own[name]))
    return Outline(
        Code(acts, called),
        {
            name: _function("\n".join(lines), functions, imported, changes=name in makers)
            for name, lines in functions.items()
        },
        frozenset(changing),
        _reach(calling, code, parts, imported),
        frozenset(_mentioned(code, imported)),
        *_imports(outside),
        imported,
    )


def _reach(calling: str, code: str, parts: Sequence[str], imported: _Imported) -> Reach:
    """What the code of a module reaches, given what it calls at its import and its functions."""
    called = _CALL.findall(calling)
    plainly = {name for head, name in called if not head} - _HARMLESS
    owners = {head for head, _ in called if head} - _HARMLESS
    return Reach(
        changes_others(code),
        any(map(changes_others, parts)),
        not all(map(imported.holds, plainly | owners)),
        _CALLED_ITEM.search(calling) is not None,
        frozenset(filter(imported.holds, plainly)),
        frozenset(filter(imported.holds, owners)),
        frozenset(_METHOD_CALL.findall("\n".join([calling, *parts]))),
    )


def _class(lines: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """What runs when a class is defined, and its methods by their names."""
    body = [lines[0]]
    methods: dict[str, str] = {}
    for name, part in _parts(lines[1:]):
        if name is None:
            body += part
        elif name:
            methods[name] = "\n".join([methods.get(name, ""), *part])
    return body, methods


def _imports(outside: Iterable[str]) -> tuple[tuple[Import, ...], tuple[Import, ...]]:
    """What the lines outside of functions surely import, and what those in blocks do.

    Imports for type checkers are neither.
    """
    sure: list[str] = []
    unsure: list[str] = []
    part = sure
    for line in outside:
        if not line.startswith((" ", "\t", ")")):
            part = unsure if _BLOCK.match(line) is not None else sure
            if _FOR_TYPE_CHECKERS.match(line) is not None:
                part = []
        part.append(line)
    return tuple(imports_of("\n".join(sure))), tuple(imports_of("\n".join(unsure)))


def _mentioned(code: str, imported: _Imported) -> Iterator[tuple[str, str | None]]:
    """The imported names in some code, each with an attribute that it asks or uses of it."""
    code = _COMMENT.sub("", _STRING.sub("''", _IMPORT.sub("", _IMPORTED_NAMES.sub("", code))))
    stands_for = {alias: name for alias, name in aliases(code) if imported.holds(name)}
    mentioned: list[tuple[str, str | None]] = [
        (head, name or None) for head, name in _DOTTED.findall(_BASES.sub("", code))
    ]
    mentioned += ((one or other, "__call__") for one, other in _CALLED.findall(code))
    for bases in _BASES.findall(code):
        mentioned += ((head, "__init_subclass__") for head, _ in _DOTTED.findall(bases))
    for head, name in mentioned:
        meant = stands_for.get(head, head)
        if imported.holds(meant):
            yield imported.own_name(meant) or meant, name


def _is_given(function: str, code: str, imported: _Imported) -> bool:
    """Whether code may hand something that is imported to a function, in one line."""
    given = re.findall(rf"\b{function}\b([^\n]*)", code)
    return any(imported.holds(word) for line in given for word in re.findall(r"\w+", line))


def _function(code: str, functions: Container[str], imported: _Imported, *, changes: bool) -> Code:
    called = _functions(_CALL.findall(code), functions, imported)
    acts = any(one.search(code) is not None for one in (_CHOOSES, _DISCOVERS))
    return Code(acts, called, changes)


def _changes(code: str, imported: _Imported) -> bool:
    """Whether code of a module changes something that it imports."""
    stands_for = dict(aliases(code))
    owners = (stands_for.get(one, one) for one in owners_changed(code) if one not in _OWN)
    return any(imported.holds(one) for one in owners)


def _functions(
    names: Iterable[tuple[str, str]], functions: Container[str], imported: _Imported
) -> frozenset[str]:
    """Of dotted names, by their first part and the last, the functions: own and imported ones.

    Methods of objects are left out: they count as called by whoever makes the object.
    """
    return frozenset(
        imported.own_name(name) or name
        for head, name in names
        if (head or name) in functions or imported.holds(head or name)
    )


class _Imported:
    """The names that a module imports."""

    def __init__(self, text: str) -> None:
        imports = list(imports_of(text))
        self._own = {name: name for one in imports for name in one.names or ()}
        self._own.update({alias: name for name, alias in _ALIAS.findall(text)})
        self._modules = {one.module.partition(".")[0] for one in imports if one.names is None}
        self._all = "*" in self._own

    def holds(self, name: str) -> bool:
        """Whether a name may be imported, or be the first part of a module that is."""
        return self._all or name in self._own or name in self._modules

    def own_name(self, name: str) -> str | None:
        """What an imported name is called where it comes from; None when it isn't imported."""
        return self._own.get(name, name if self._all else None)


def _parts(lines: Iterable[str]) -> Iterator[tuple[str | None, list[str]]]:
    """The lines of each function by its name, of a main program by none, of all else by None."""
    name: str | None = None
    depth = -1
    part: list[str] = []
    for line in lines:
        code = line.lstrip()
        if not code:
            continue
        indent = len(line) - len(code)
        if name is None or not (indent > depth or code.startswith(_GOES_ON)):
            starts = _DEFINITION.match(code)
            if name is not None or starts is not None:
                yield name, part
                part = []
            name = None if starts is None else starts[1] or ""
            depth = indent
        part.append(line)
    yield name, part
