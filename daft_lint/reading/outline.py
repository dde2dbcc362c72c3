"""What a module does when it is imported, and what its functions do, by its text alone."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from daft_lint.documents.imports import imports_of
from daft_lint.reading.changes import MUTATORS

_CHOOSES = re.compile(r"set_runner|DAFT_RUNNER|\bray\.init")
_RUNS = re.compile(
    r"^[\w)\]}][^\n]*\.(?:collect|count_rows|show|iter_(?:partitions|rows)"
    r"|to_(?:arrow|dask|pandas|py|ray|torch)\w*|write_\w+)\(",
    re.MULTILINE,
)
# `settings.N = 1`, `OPTIONS["n"] += 1`, `STEPS += [step]`, `STEPS.append(step)`,
# `setattr(settings, "N", 1)`.
_PART = r"(?:\.\w+|\[[^\n\]]*\])"
_CHANGES = re.compile(
    rf"^[ \t]*(?!self\b|cls\b)(?:(\w+)(?:{_PART}+[ \t]*[-+*/|&]*=(?!=)|[ \t]*[-+*/|&]+=(?!=)"
    rf"|{_PART}*\.(?:{'|'.join(sorted(MUTATORS))})\()"
    r"|setattr\([ \t]*(\w+))",
    re.MULTILINE,
)
_CALL = re.compile(r"(?<![\w.])(?:(\w+)\.(?:\w+\.)*)?(\w+)[ \t]*\(")
# A function that is handed to somebody first of all may be called there and then.
_HANDED = re.compile(r"\([ \t\n]*(?:\w+[ \t]*=[ \t]*)?(?:(\w+)\.(?:\w+\.)*)?(\w+)[ \t\n]*[,)]")
_IMPORTED_NAMES = re.compile(r"\bimport[ \t]*\([^()]*\)")
_ALIAS = re.compile(r"\b(\w+)[ \t]+as[ \t]+(\w+)")
_LONG_STRING = re.compile(r"(?s)(\"\"\"|''').*?\1")
_DEFINITION = re.compile(r"(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)|if[ \t]+__name__[ \t]*==")
# What belongs to the lines above though it stands no deeper.
_GOES_ON = (")", "]", "}", "#")


@dataclass(frozen=True, slots=True)
class Code:
    """Some code of a module: whether it acts itself, and whom it calls, by their own names."""

    acts: bool
    calls: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outline:
    """A module: what it does when it is imported, its functions, and the names that it imports.

    A function acts if it chooses a runner. A class is a function that does all that its methods do.
    """

    outside: Code
    functions: Mapping[str, Code]
    _imported: _Imported

    def handed_on(self, name: str) -> str | None:
        """What a name that the module imports is called where it comes from; None without one."""
        return self._imported.own_name(name)


def mentions_actions(text: str) -> bool:
    """Whether a text holds anything that `outlined` looks for."""
    return any(one.search(text) is not None for one in (_CHOOSES, _RUNS, _CHANGES))


def outlined(text: str) -> Outline:
    """The outline of a module, which may show more than it does.

    What a module does only as the main program is left out.
    """
    text = _LONG_STRING.sub("''", text)
    outside: list[str] = []
    functions: dict[str, list[str]] = {}
    for name, lines in _parts(text.splitlines()):
        if name is None:
            outside += lines
        elif name:
            functions.setdefault(name, []).extend(lines)
    imported = _Imported(text)
    code = "\n".join(outside)
    handed = _HANDED.findall(_IMPORTED_NAMES.sub("", code))
    called = _functions([*_CALL.findall(code), *handed], functions, imported)
    # What functions of other modules change is left to whoever follows them.
    run = "\n".join([*outside, *(line for name in called for line in functions.get(name, ()))])
    acts = _CHOOSES.search(code) is not None or _RUNS.search(code) is not None
    return Outline(
        Code(acts or _changes(run, imported), called),
        {
            name: _function("\n".join(lines), functions, imported)
            for name, lines in functions.items()
        },
        imported,
    )


def _function(code: str, functions: Container[str], imported: _Imported) -> Code:
    called = _functions(_CALL.findall(code), functions, imported)
    return Code(_CHOOSES.search(code) is not None, called)


def _changes(code: str, imported: _Imported) -> bool:
    """Whether code of a module changes something that it imports."""
    return any(imported.holds(owner or other) for owner, other in _CHANGES.findall(code))


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
