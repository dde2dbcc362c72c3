"""IPython's additions to Python: magics, shell commands, requests for help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from daft_lint.documents.layout import LINE, LINE_END, Hidden
from daft_lint.documents.unread_bindings import (
    LINE_MAGICS,
    bound_by_magic,
    bound_in,
    is_python,
    is_read_under_timeit,
    unknown,
)

# Cell magics whose cell runs as Python, with its names for the next cells.
_PYTHON_CELLS = frozenset(
    {
        "capture",
        "debug",
        "ipytest",
        "lprun",
        "memit",
        "mprun",
        "notify",
        "prun",
        "pyinstrument",
        "scalene",
        "snakeviz",
        "time",
        "timeit",
        "wandb",
    }
)
# Databricks takes these, with one sign, for the language of the cell; elsewhere they fail,
_OTHER_LANGUAGES = frozenset({"md", "md-sandbox", "r", "scala", "sh"})
# but for one that extensions of Jupyter take for the magic of a line.
_SQL = "sql"
_CELL_MAGIC = re.compile(r"\s*%%(?P<name>[\w.-]*)[^\r\n]*")
_LANGUAGE = re.compile(r"\s*%(?P<name>[\w-]+)")
# Options, with those that take a value and those that don't: `-qs time`, `-n10`.
_OPTIONS = (
    r"(?:[ \t]+-(?:[{flags}]*[{valued}][ \t]*(?:'[^'\r\n]*'|\"[^\"\r\n]*\"|\S+)|[{flags}]+|-))*"
)
_TIMED = re.compile(
    r"[ \t]*%(?:time(?:[ \t]+--no-raise-error)?"
    r"|(?:"
    + "|".join(
        name + _OPTIONS.format(flags=flags, valued=valued)
        for name, flags, valued in (
            ("memit", "coh", "irt"),
            ("prun", "qr", "DTls"),
            ("timeit", "cqot", "npr"),
        )
    )
    + r")(?=[ \t]+[^-\s]))[ \t]+(?=\S)"
)
# Statements that nothing may come before in their line.
_COMPOUND = re.compile(r"(?:async|class|def|for|if|try|while|with)\b")
# Anything but `ls = 1` and `ls, x = f()`.
_UNMARKED = re.compile(r"[ \t]*(?P<name>[^\W\d]\w*)(?=\s|$)(?![ \t]*[=,])")
_LINE = re.compile(
    # `%pip install daft`, `!ls`, `?df`, and signs that quote what follows.
    r"(?P<indent>[ \t]*)(?:[!%?][^\r\n]*|[,;/][^\s\r\n][^\r\n]*"
    # `df.show?`, `d['a'].b?`, `x = df.y?`
    r"|(?:[^\r\n#'\"?]|'[^'\r\n]*'|\"[^\"\r\n]*\")*[\w*\]]\?{1,2}[ \t]*;?[ \t]*(?:\#[^\r\n]*)?$)",
    re.MULTILINE,
)
_ASSIGNED = re.compile(
    r"[ \t]*[A-Za-z_*(\[](?:[^=\r\n#!%'\"]|'[^'\r\n]*'|\"[^\"\r\n]*\")*=[ \t]*"
    r"(?P<magic>![^=\r\n][^\r\n]*|%[A-Za-z][^\r\n]*)"
)
# The variable of the environment by which Daft chooses its runner.
_RUNNER = "DAFT_RUNNER"
_SETS_RUNNER = re.compile(
    rf"%(?:set_)?env[ \t]+{_RUNNER}(?:[ \t]*=|[ \t]+(?=[^\s=]))(?P<value>.*(?<!\?))", re.DOTALL
)
# IPython's substitutions.
_EXPANDED = re.compile(r"[${\\]")
# Those of Python and those of IPython: the first one, and any.
_PROMPTS = (
    (re.compile(">>>"), re.compile(r">>> ?|\.\.\.(?: |$)", re.MULTILINE)),
    2 * (re.compile(r"(?:(?:\[(?:nav|ins)\])? )?In \[\d+\]: |[ \t]*\.{3,}: ?"),),
)
_TOKEN = re.compile(
    r"(?P<long>'''|\"\"\")"
    r"|'(?:\\(?:\r\n|.)|[^'\\\r\n])*'?|\"(?:\\(?:\r\n|.)|[^\"\\\r\n])*\"?"
    r"|\#[^\r\n]*"
    r"|\\(?:\r\n|\r|\n)"
    r"|(?P<opened>[\[({])|(?P<closed>[\])}])|(?P<end>\r\n|\r|\n)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """A cell without what IPython strips from its lines: blanks, then prompts.

    `margin`, or as many other characters, stood before each line but the `flush` ones, counted from
    0, which stood as they are, such as an output that was pasted with its input. It is None where
    some lines lost more than others.
    """

    text: str
    margin: str | None
    flush: frozenset[int]


def unwrapped(source: str) -> Unwrapped:
    """What IPython makes of the lines of a cell."""
    lines = LINE.findall(source)
    bare = lines
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    bare = [line.removeprefix(indent) for line in bare]
    for opening, prompt in _PROMPTS:
        written = [line for line in bare if line.strip()]
        if any(map(opening.match, written[:1])) or any(map(prompt.match, written[1:2])):
            bare = [prompt.sub("", line, count=1) for line in bare]
    gone = [old[: len(old) - len(new)] for old, new in zip(lines, bare, strict=True)]
    flush = frozenset(number for number, line in enumerate(gone) if not line)
    lost = {line for line, new in zip(gone, bare, strict=True) if line and new.strip()}
    even = len({len(line) for line in lost}) <= 1
    return Unwrapped("".join(bare), next(iter(lost), "") if even else None, flush)


def has_numbered_prompts(source: str) -> bool:
    """Whether a cell was pasted from IPython: `In [1]: x = 1` alone would be Python, too."""
    return _PROMPTS[1][0].match(source.lstrip()) is not None


def is_foreign(source: str, *, databricks: bool = False) -> bool:
    """Whether a magic in the first line takes a cell out of the program.

    More magics do in a notebook of `databricks`.
    """
    magic = _CELL_MAGIC.match(source)
    if magic is not None:
        is_timeit = magic["name"] == "timeit"
        return magic["name"] not in _PYTHON_CELLS or (
            is_timeit and not is_read_under_timeit(source)
        )
    language = _LANGUAGE.match(source)
    if language is None:
        return False
    return language["name"] in _OTHER_LANGUAGES or (databricks and language["name"] == _SQL)


def hidden_magics(source: str, above: Sequence[str] = ()) -> tuple[str, tuple[Hidden, ...]]:
    """A cell without code that only IPython understands, and that code.

    Lines stay where they are, and so do the columns of what is Python. Behind a magic that may bind
    names, these are unknown; `above` is the code before the magics.
    """
    parts: list[str] = []
    hidden: list[Hidden] = []
    behind = length = 0
    for start, end, instead, head in _magics(source, above):
        parts += (source[behind:start], instead)
        length += start - behind
        hidden.append(Hidden(length, length + len(instead), source[start:end], head))
        length += len(instead)
        behind = end
    return "".join((*parts, source[behind:])), tuple(hidden)


@dataclass(frozen=True, slots=True)
class _Magic:
    """A magic of a line, and its replacement; a statement follows one that `leads`."""

    start: int
    end: int
    instead: str
    leads: bool = False


def _magics(source: str, above: Sequence[str]) -> Iterator[tuple[int, int, str, bool]]:
    """Each magic: its start and end, its replacement, whether it is a cell magic."""
    at = 0
    magic = _CELL_MAGIC.match(source)
    if magic is not None:
        start = magic.end() - len(magic.group().lstrip())
        binds = magic["name"] == "capture"
        instead = unknown(bound_by_magic(magic.group()), above) if binds else ""
        yield start, magic.end(), instead or "pass", True
        at = magic.end()
    rest = source[at:].lstrip()
    alone = len(rest.splitlines()) == 1
    at = len(source) - len(rest) if alone else at
    while at < len(source):
        found = _unmarked_at(source, at, above) if alone else None
        found = found or _magic_at(source, at, above)
        alone = found is not None and found.leads
        if found is None:
            at = _after_statement(source, at)
            continue
        yield found.start, found.end, found.instead, False
        at = found.end if found.leads else _after_statement(source, found.end)


def _magic_at(source: str, at: int, above: Sequence[str]) -> _Magic | None:
    """The magic that a line is, or is about."""
    timed = _TIMED.match(source, at)
    if timed is not None:
        return _timing(source, timed, above)
    line = _LINE.match(source, at)
    if line is not None:
        start = at + len(line["indent"])
        end = _continued(source, line.end())
        instead = _choice_of_runner(source[start:end])
        said = bound_by_magic(source[start:end])
        instead = instead or unknown(said, [*above, source[:start]]) or "pass"
        return _Magic(start, end, instead + _ends(source[start:end]))
    assigned = _ASSIGNED.match(source, at)
    if assigned is not None:
        start = assigned.start("magic")
        end = _continued(source, assigned.end())
        return _Magic(start, end, "get_ipython()" + _ends(source[start:end]))
    return None


def _choice_of_runner(magic: str) -> str:
    """A statement that chooses the runner as a magic does; empty where it chooses none."""
    found = _SETS_RUNNER.fullmatch(magic)
    if found is None:
        return ""
    is_known = _EXPANDED.search(found["value"]) is None
    value = repr(found["value"].strip()) if is_known else "get_ipython()"
    return f'__import__("os").environ["{_RUNNER}"] = {value}'


def _timing(source: str, timed: re.Match[str], above: Sequence[str]) -> _Magic:
    """A magic that runs the statement behind it; with the statement, if that can't stay."""
    start = timed.end() - len(timed.group().lstrip(" \t"))
    end = _continued(source, _line_end(source, start))
    statement = source[timed.end() : end]
    is_compound = _COMPOUND.match(statement) is not None and is_python(statement)
    is_timeit = source.startswith("%timeit", start)
    if not (is_compound or (is_timeit and not is_read_under_timeit(source[start:end]))):
        instead = "pass".ljust(timed.end() - start - 2) + "; "
        return _Magic(start, timed.end(), instead, leads=True)
    bound = bound_in(statement) if is_compound else bound_by_magic(source[start:end])
    instead = unknown(bound, [*above, source[:start]]) or "pass"
    return _Magic(start, end, instead + _ends(source[start:end]))


def _unmarked_at(source: str, at: int, above: Sequence[str]) -> _Magic | None:
    """A line that IPython takes for a magic without a sign, such as `pip install daft`.

    It does so with a line that is all there is to run, unless its first word is bound.
    """
    word = _UNMARKED.match(source, at)
    if word is None or word["name"] not in LINE_MAGICS or is_python(source[at:]):
        return None
    if any(word["name"] in bound_in(code) for code in above):
        return None
    start = word.start("name")
    found = _magic_at(f"{source[:start]}%{source[start:]}", at, above)
    if found is None:
        return None
    # The statement has a sign less before it.
    instead = found.instead[:-1] if found.leads else found.instead
    return _Magic(found.start, found.end - 1, instead, found.leads)


def _continued(source: str, end: int) -> int:
    """The end of a line, and of those that a backslash joins to it."""
    while source[end - 1] == "\\" and end < len(source):
        following = LINE_END.match(source, end)
        start = end + 1 if following is None else following.end()
        end = _line_end(source, start)
    return end


def _line_end(source: str, at: int) -> int:
    """Where the line of a place ends."""
    found = LINE_END.search(source, at)
    return len(source) if found is None else found.start()


def _ends(text: str) -> str:
    """The ends of the lines in a text."""
    return "".join(LINE_END.findall(text))


def _after_statement(source: str, at: int) -> int:
    """Where the line behind a logical line starts."""
    depth = 0
    while True:
        token = _TOKEN.search(source, at)
        if token is None:
            return len(source)
        at = token.end()
        if token["long"]:
            closing = source.find(token["long"], at)
            at = len(source) if closing < 0 else closing + 3
        elif token["opened"]:
            depth += 1
        elif token["closed"]:
            depth = max(0, depth - 1)
        elif token["end"] and not depth:
            return at
