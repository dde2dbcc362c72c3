"""The wildcards of gitignore patterns, as regular expressions."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

_TRAILING_BLANKS = re.compile(r"(?<!\\)((?:\\\\)*) +\Z")
_TOKEN = re.compile(
    r"(?P<any_folders>(?:(?<=/)|\A)\*\*+/)"
    r"|(?P<all_inside>(?:(?<=/)|\A)\*\*+\Z)"
    r"|(?P<across>(?:(?<=/)|\A)\*\*+(?=\\/))"
    r"|(?P<star>\*+)"
    r"|(?P<one>\?)"
    r"|(?P<set>\[(?P<negated>[!^]?)(?P<members>(?:\]|\\.|\[:\w*:\]|[^\]\\])(?:\\.|\[:\w*:\]|[^\]\\])*)\])"
    r"|(?P<bad>\[|\\\Z)"
    r"|\\?(?P<literal>.)",
    re.DOTALL,
)
_MEMBER = re.compile(
    r"\[:(?P<name>\w*):\]|\\?(?P<first>.)(?:-(?!\Z)(?:\\?(?P<last>.)))?", re.DOTALL
)
_NAMED_SETS = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "blank": " \t",
    "digit": string.digits,
    "lower": string.ascii_lowercase,
    "punct": string.punctuation,
    "space": string.whitespace,
    "upper": string.ascii_uppercase,
    "xdigit": string.hexdigits,
}


def without_trailing_blanks(pattern: str) -> str:
    """A pattern without the blanks at its end that no backslash protects."""
    return _TRAILING_BLANKS.sub(r"\1", pattern)


def gitignore_regex(pattern: str) -> str | None:
    """A gitignore pattern as a regular expression over a whole path with `/`.

    The pattern comes without a `!` in front and without a `/` at its end. None when it can match
    nothing.
    """
    regexes = list(_regexes(pattern.removeprefix("/")))
    if not regexes or None in regexes:
        return None
    start = "" if "/" in pattern else "(?:.*/)?"
    return f"(?s:{start}{''.join(filter(None, regexes))})"


def _regexes(body: str) -> Iterator[str | None]:
    """Each piece of a pattern as a regular expression, None for one that spoils it all."""
    for token in _TOKEN.finditer(body):
        if token["any_folders"]:
            yield "(?:.*/)?"
        elif token["all_inside"]:
            yield ".+"
        elif token["across"]:
            # An escaped slash is no part of the wildcard, so at least one folder is needed.
            yield ".*"
        elif token["star"]:
            yield "[^/]*"
        elif token["one"]:
            yield "[^/]"
        elif token["set"]:
            yield _set_regex(token["members"], negated=bool(token["negated"]))
        elif token["bad"]:
            yield None
        else:
            yield re.escape(token["literal"])


def _set_regex(members: str, *, negated: bool) -> str | None:
    """`[...]`; it never matches a `/`."""
    parts: list[str] = []
    for member in _MEMBER.finditer(members):
        first, last = member["first"], member["last"] or member["first"]
        if member["name"] is not None:
            if member["name"] not in _NAMED_SETS:
                return None
            parts.append(re.escape(_NAMED_SETS[member["name"]]))
        elif first <= last:
            parts.append(f"{re.escape(first)}-{re.escape(last)}")
    if not parts:
        return "[^/]" if negated else "(?!)"
    return f"(?!/)[{'^' if negated else ''}{''.join(parts)}]"
