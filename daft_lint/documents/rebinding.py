"""Names that code may bind which isn't read, such as a magic: nobody knows them behind it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from keyword import iskeyword
from textwrap import dedent

EVERYTHING = "*"
"""Stands for all names."""

# Magics after which any name may stand for something else.
_OF_EVERYTHING = frozenset({"edit", "pylab", "recall", "rerun", "reset", "reset_selective", "run"})
# Magics whose text is a statement to run, behind options.
_OF_CODE = frozenset({"lprun", "memit", "mprun", "prun", "scalene", "snakeviz", "time", "timeit"})
# Magics that bind nothing but what they are told to by `--out name` or `name <<`.
_HARMLESS = """
    HTML SVG alias alias_magic autoawait autocall automagic autoreload bash black bookmark cat
    cd cmd colors conda config connect_info cp dhist dirs doctest_mode dotenv env file gui help
    hist history html javascript js killbgscripts latex load load_ext loadpy logoff logon
    logstart logstate logstop ls lsmagic magic mamba man markdown matplotlib md mermaid
    micromamba mkdir more mv notebook page pastebin pdb pdef pdoc perl pfile pinfo pinfo2 pip
    popd powershell pprint precision psearch psource pushd pwd pycat pypy python python2 python3
    quickref rehashx reload_ext rm rmdir ruby save scala script set_env sh sparksql sql svg sx
    system tb tensorboard unalias unload_ext uv watermark who who_ls whos writefile xmode
"""
_OF_NOTHING = frozenset(_HARMLESS.split())
# Magics of other languages, whose options alone name what they bind here.
_OF_OPTIONS = frozenset({"R", "bigquery", "cypher", "duckdb"})
_MAGIC = re.compile(
    r"\s*(?P<sign>%%?)(?P<name>[\w.-]+)(?P<options>[^\r\n]*)(?P<body>.*)", re.DOTALL
)
_TOLD = re.compile(r"--(?:out|err|proc)[= ]\s*(\w+)|\b(\w+)\s*<<")
_NAME = re.compile(r"(?<![\w.\-/$])[^\W\d]\w*")
_ASSIGNING = re.compile(r"(?<![=!<>])=(?!=)")
_BINDING = re.compile(
    r"\b(?P<word>import\s*\((?P<names>[^)]*)|(?:as|class|def|del|for|global|import)\b)"
    r"(?P<more>[^\r\n:=(]*)"
)
_MAGIC_LINE = re.compile(r"^([ \t]*)[%!][^\r\n]*", re.MULTILINE)
_STARRED = re.compile(r"\bimport\s*\*")


def unknown(names: Iterable[str], above: Sequence[str] = ()) -> str:
    """A statement after which nobody knows what names stand for; empty without names.

    `above` is code that binds names, all of which are meant by `EVERYTHING`: others aren't known
    anyway. What it imports is taken to mean what everybody means by it.
    """
    wanted: list[str] = []
    for name in names:
        wanted += [name] if name != EVERYTHING else _bound_above(above)
    targets = dict.fromkeys(one for one in wanted if one.isidentifier() and not iskeyword(one))
    targets.pop("get_ipython", None)
    return "".join(f"{name} = " for name in targets) + "get_ipython()" if targets else ""


def bound_by_magic(source: str) -> list[str]:
    """The names that a magic, or a cell below one, may bind."""
    found = _MAGIC.match(source)
    if found is None:
        return []
    name, options = found["name"], found["options"]
    if name in _OF_EVERYTHING or (name == "store" and options.split() == ["-r"]):
        return [EVERYTHING]
    if name == "store" and "-r" not in options.split():
        return []
    if name in _OF_NOTHING:
        return [one for told in _TOLD.findall(options) for one in told if one]
    if name in _OF_CODE and found["sign"] == "%":
        return list(_bound_by_words(options))
    named = _NAME.findall(options)
    return named if name in _OF_OPTIONS else [*named, *bound_in(found["body"])]


def bound_in(code: str, *, imports: bool = True) -> list[str]:
    """The names that code binds for the code below; where it is no Python, that it seems to."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(dedent(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return list(_bound_by_words(code, imports=imports))
    return list(_bound_by_nodes(tree, imports=imports))


def _bound_above(above: Sequence[str]) -> list[str]:
    plain = (_MAGIC_LINE.sub(r"\1pass", code) for code in above)
    return [name for code in plain for name in bound_in(code, imports=False)]


def _bound_by_nodes(tree: ast.AST, *, imports: bool) -> Iterator[str]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
            continue
        if isinstance(node, ast.alias):
            if imports:
                yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                yield node.id
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            yield node.name or ""
        elif isinstance(node, ast.MatchMapping):
            yield node.rest or ""
        waiting += reversed(list(ast.iter_child_nodes(node)))


def _bound_by_words(code: str, *, imports: bool = True) -> Iterator[str]:
    """The names before an `=` that is no keyword's, and behind words that bind names."""
    for line in code.splitlines():
        for sign in _ASSIGNING.finditer(line):
            before = line[: sign.start()]
            if before.count("(") <= before.count(")") or ":" in before:
                yield from _NAME.findall(before)
    for found in _BINDING.finditer(code):
        if imports or not found["word"].startswith("import"):
            yield from _NAME.findall(found["names"] or found["more"])
    if imports and _STARRED.search(code):
        yield EVERYTHING
