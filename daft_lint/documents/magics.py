"""IPython's additions to Python: magics, shell commands, requests for help.

Of 1,599 code cells in 105 notebooks of 21 public repositories, 77 aren't Python: they have lines
that begin with `!` or `%`, cell magics, and one `x = !ls` (2026-11-29).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from daft_lint.documents.layout import LINE_END, Hidden

# Cell magics whose cell runs as Python, with its names for the next cells.
_PYTHON = """
    capture debug ipytest lprun memit mprun notify prun pyinstrument scalene snakeviz time wandb
"""
_PYTHON_CELLS = frozenset(_PYTHON.split())
# Databricks takes these, with one sign, for the language of the cell; elsewhere they fail,
_OTHER_LANGUAGES = frozenset({"md", "md-sandbox", "r", "scala", "sh"})
# but for one that extensions of Jupyter take for the magic of a line.
_SQL = "sql"
_CELL_MAGIC = re.compile(r"\s*%%(?P<name>[\w.-]*)[^\r\n]*")
_LANGUAGE = re.compile(r"\s*%(?P<name>[\w-]+)")
# A session that was pasted: IPython takes the prompts away.
_PASTED = re.compile(r"\s*(?:>>>|In \[\d+\]:)")
# A statement that is timed, unless nothing may come before it in its line.
_TIMED = re.compile(
    r"[ \t]*(?P<magic>%time[ \t])(?=[ \t]*[^\s!%])"
    r"(?![ \t]*(?:async|class|def|for|if|try|while|with)\b)(?![^\r\n]*\?[ \t]*$)",
    re.MULTILINE,
)
# `%pip install daft`, `!ls`, `?df`, `df.show?`, and what IPython takes for a magic without a sign.
_LINE = re.compile(
    r"[ \t]*(?P<magic>[!%?][^\r\n]*|(?:pip|conda) install[ \t][^\r\n]*|[\w.]+\?{1,2}[ \t]*$)",
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
_TOKEN = re.compile(
    r"(?P<long>'''|\"\"\")"
    r"|'(?:\\(?:\r\n|.)|[^'\\\r\n])*'?|\"(?:\\(?:\r\n|.)|[^\"\\\r\n])*\"?"
    r"|\#[^\r\n]*"
    r"|\\(?:\r\n|\r|\n)"
    r"|(?P<opened>[\[({])|(?P<closed>[\])}])|(?P<end>\r\n|\r|\n)",
    re.DOTALL,
)


def cell_magic(source: str) -> str | None:
    """The name of the magic that a cell begins with; None without one."""
    magic = _CELL_MAGIC.match(source)
    return None if magic is None else magic["name"]


def is_foreign(source: str, *, databricks: bool = False) -> bool:
    """Whether the first line takes a cell out of the program.

    More magics do in a notebook of `databricks`.
    """
    magic = cell_magic(source)
    if magic is not None:
        return magic not in _PYTHON_CELLS
    if _PASTED.match(source):
        return True
    language = _LANGUAGE.match(source)
    if language is None:
        return False
    return language["name"] in _OTHER_LANGUAGES or (databricks and language["name"] == _SQL)


def hidden_magics(source: str) -> tuple[str, tuple[Hidden, ...]]:
    """A cell without code that only IPython understands, and that code.

    Lines stay where they are, and so do the columns of what is Python. What a magic binds is
    nothing that a program could know.
    """
    parts: list[str] = []
    hidden: list[Hidden] = []
    behind = length = 0
    for start, end, instead, head in _magics(source):
        parts += (source[behind:start], instead)
        length += start - behind
        hidden.append(Hidden(length, length + len(instead), source[start:end], head))
        length += len(instead)
        behind = end
    return "".join((*parts, source[behind:])), tuple(hidden)


def _magics(source: str) -> Iterator[tuple[int, int, str, bool]]:
    """Each magic: its start and end, its replacement, whether it is a cell magic."""
    at = 0
    magic = _CELL_MAGIC.match(source)
    if magic is not None:
        yield magic.end() - len(magic.group().lstrip()), magic.end(), "pass", True
        at = magic.end()
    while at < len(source):
        if timed := _TIMED.match(source, at):
            at = timed.end()
            yield timed.start("magic"), at, "pass; ", False
        elif found := _LINE.match(source, at) or _ASSIGNED.match(source, at):
            start, at = found.start("magic"), _continued(source, found.end())
            written = source[start:at]
            instead = "get_ipython()" if found.re is _ASSIGNED else _chosen_runner(written)
            yield start, at, instead + "".join(LINE_END.findall(written)), False
        at = _after_statement(source, at)


def _chosen_runner(magic: str) -> str:
    """A statement that chooses the runner as a magic does; `pass` where it chooses none."""
    found = _SETS_RUNNER.fullmatch(magic)
    if found is None:
        return "pass"
    is_known = _EXPANDED.search(found["value"]) is None
    value = repr(found["value"].strip()) if is_known else "get_ipython()"
    return f'__import__("os").environ["{_RUNNER}"] = {value}'


def _continued(source: str, end: int) -> int:
    """The end of a line, and of those that a backslash joins to it."""
    while source[end - 1] == "\\" and end < len(source):
        following = LINE_END.match(source, end)
        found = LINE_END.search(source, end + 1 if following is None else following.end())
        end = len(source) if found is None else found.start()
    return end


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
