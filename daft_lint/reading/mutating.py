"""Which things that outlive it some code of a module changes, by its text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from daft_lint.index.walking import MUTATORS

_PART = r"(?:\.\w+|\[[^\n\]]*\])"
_PART_OR_CALL = rf"(?:{_PART}|\([^()\n]*\))"
_SETS = r"[ \t]*[-+*/|&]*=(?!=)"
# `settings.N = 1`, `OPTIONS["n"] += 1`, `STEPS += [step]`, `STEPS.append(step)`, `options().n = 1`,
# `setattr(settings, "N", 1)`, `vars(settings)["N"] = 1`, `OPTIONS["n"], m = 1, 2`.
# Behind a colon it is a block in one line, where that isn't an annotation's.
_STARTS = (
    r"(?:^|;|^[ \t]*(?:(?:async[ \t]+)?def\b[^\n]*\)[^\n:()]*"
    r"|(?:async|class|elif|else|except|finally|for|if|try|while|with)\b[^\n]*?):)[ \t]*"
)
_CHANGE = re.compile(
    rf"{_STARTS}(?:(\w+)(?:{_PART}+(?:[ \t]*,[^\n=]*)?{_SETS}|[ \t]*[-+*/|&]+=(?!=))"
    rf"|(\w+)(?:\.\w+)*\([ \t]*(\w*)[^\n=]*\){_PART}+{_SETS})"
    rf"|(?<![\w.])(\w+){_PART_OR_CALL}*\.(?:{'|'.join(sorted(MUTATORS))})\b"
    r"|\bsetattr\([ \t\n]*(\w+)",
    re.MULTILINE,
)
_ASSIGNED = re.compile(
    r"(?:^|[:;])[ \t]*((?:\w+[ \t]*,[ \t]*)*\w+)[ \t]*(?::[^=\n]+)?=(?!=)", re.MULTILINE
)
_LOOPED = re.compile(r"\bfor[ \t]+\(?([\w, \t()]+?)\bin\b")
_NAMED = re.compile(r"(?:\bas[ \t]+|\*)(\w+)")
_GLOBAL = re.compile(r"\b(?:global|nonlocal)[ \t]+([\w, \t]+)")
_WORD = re.compile(r"\w+")
_SIGNATURE = re.compile(r"\bdef[ \t]+\w+[ \t]*\(([^)]*)")
_OWN_CALL = re.compile(r"\b(?:self|cls|super\(\))\.(\w+)\(")
_ALIAS = re.compile(
    r"(?:^|;)[ \t]*(\w+)[ \t]*=[ \t]*(\w+)(?:\.\w+|\[[^\n\]]*\])*[ \t]*(?=;|$)", re.MULTILINE
)
# A name for what was made there and then: `rows = []`, `found: dict = {}`, `seen = set()`.
_FRESH = re.compile(
    r"(?:^|[:;])[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*"
    r"(?:[\[{(]|[rbf]{0,2}[\"']|(?:list|dict|set|defaultdict|Counter|OrderedDict|deque)\()",
    re.MULTILINE,
)
# `self.config.n = 1`, `self.options["n"] = 1`, `self.steps.append(step)`.
_KEPT_CHANGE = re.compile(
    rf"\b(?:self|cls)\.\w+(?:{_PART}+{_SETS}|{_PART_OR_CALL}*\.(?:{'|'.join(sorted(MUTATORS))})\b)"
)
# What runs when an object or class is made, or something is decorated with it.
_MAKING = ("__init__", "__new__", "__post_init__", "__call__")
_OBJECT = frozenset({"self", "cls"})


def mentions_changes(text: str) -> bool:
    """Whether a text holds any change at all."""
    return _CHANGE.search(text) is not None


def owners_changed(code: str) -> Iterator[str]:
    """The first names of what some code changes."""
    for found in _CHANGE.findall(code):
        yield from filter(None, found)


def aliases(code: str) -> Iterator[tuple[str, str]]:
    """Names that stand for another one, or for something in it: each with that one."""
    return ((alias, name) for alias, name in _ALIAS.findall(code) if alias != name)


def changes_what_stays(code: str) -> bool:
    """Whether the code of a function may change anything but what it makes itself."""
    return bool(_changed_by(code) - _OBJECT)


def changes_given(code: str) -> bool:
    """Whether a function changes what it is given."""
    signature = _SIGNATURE.search(code)
    given = set(_WORD.findall(signature[1])) if signature is not None else set()
    return bool(_changed_by(code) & given - _OBJECT)


def changes_others(code: str) -> bool:
    """Whether the code of a function may change what it hasn't made itself.

    That is what it is given, got from a call or goes through, or what its object keeps.
    """
    owners = set(owners_changed(code)) - set(_FRESH.findall(code)) - _OBJECT
    return bool(owners) or _KEPT_CHANGE.search(code) is not None


def changing_methods(methods: Mapping[str, str]) -> frozenset[str]:
    """Of the methods of a class, by their code: those that may change their object, or others."""
    changing: set[str] = {name for name, code in methods.items() if _changed_by(code)}
    calls = {name: set(_OWN_CALL.findall(code)) for name, code in methods.items()}
    more = set(changing)
    while more:
        more = {name for name, called in calls.items() if called & more} - changing
        changing |= more
    return frozenset(changing)


def making_changes(methods: Mapping[str, str]) -> bool:
    """Whether to make an object of a class may change something else."""
    return any(changes_what_stays(methods[name]) for name in _MAKING if name in methods)


def _changed_by(code: str) -> set[str]:
    """The first names of what a function changes, without those that it binds to things."""
    changed = set(owners_changed(code))
    if not changed:
        return changed
    bound = {word for part in _ASSIGNED.findall(code) for word in _WORD.findall(part)}
    bound.update(word for part in _LOOPED.findall(code) for word in _WORD.findall(part))
    bound.update(_NAMED.findall(code))
    return changed - bound | {
        word for part in _GLOBAL.findall(code) for word in _WORD.findall(part)
    }
