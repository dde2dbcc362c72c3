"""Names that unread code, such as a magic, may bind: behind it their values are unknown."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from keyword import iskeyword
from symtable import symtable
from textwrap import dedent

EVERYTHING = "*"
"""Stands for all names."""

# Magics after which any name may stand for something else.
_OF_EVERYTHING = frozenset({"edit", "pylab", "recall", "rerun", "reset", "reset_selective", "run"})
# Magics that bind only what `--out name` or `name <<` names: of lines,
_HARMLESS_LINES = """
    alias alias_magic autoawait autocall automagic autoreload bookmark cat cd colors conda config
    connect_info cp dhist dirs doctest_mode dotenv env gui hist history killbgscripts ldir less lf
    lk ll load load_ext loadpy logoff logon logstart logstate logstop ls lsmagic lx magic mamba man
    matplotlib micromamba mkdir more mv notebook page pastebin pdb pdef pdoc pfile pinfo pinfo2 pip
    popd pprint precision psearch psource pushd pwd pycat quickref rehashx reload_ext rm rmdir save
    set_env sql sx system tb tensorboard unalias unload_ext uv watermark who who_ls whos xmode
"""
# and of cells.
_HARMLESS_CELLS = """
    HTML SVG bash black cmd file help html javascript js latex markdown md mermaid perl powershell
    pypy python python2 python3 ruby scala script sh sparksql svg writefile
"""
_OF_NOTHING = frozenset((_HARMLESS_LINES + _HARMLESS_CELLS).split())
_OF_CODE = ("lprun", "macro", "memit", "mprun", "prun", "scalene", "snakeviz", "store", "time")
LINE_MAGICS = frozenset({*_HARMLESS_LINES.split(), *_OF_CODE, *_OF_EVERYTHING, "timeit"})
"""Magics of lines, by names that are well known."""
# Magics of other languages, whose options alone name what they bind here.
_OF_OPTIONS = frozenset({"R", "bigquery", "cypher", "duckdb"})
_MAGIC = re.compile(r"\s*%%?(?P<name>[\w.-]+)(?P<options>[^\r\n]*)(?P<body>.*)", re.DOTALL)
_TIMEIT = re.compile(
    r"\s*%%?timeit(?:[ \t]+-[cqotnrp]+(?:[ \t]*\d+)?)*(?=\s|$)[ \t]*(?P<code>.*)", re.DOTALL
)
_OUTPUT_NAMES = re.compile(r"--(?:out|err|proc)[= ]\s*(\w+)|\b(\w+)\s*<<")
_NAME = re.compile(r"(?<![\w.\-/$])[^\W\d]\w*")
_ASSIGNING = re.compile(r"(?<![=!<>])=(?!=)")
_BINDING = re.compile(
    r"\b(?:import\s*\((?P<names>[^)]*)|(?:as|class|def|del|for|global|import)\b)"
    r"(?P<more>[^\r\n:=(]*)"
)
_MAGIC_LINE = re.compile(r"^([ \t]*)[%!][^\r\n]*", re.MULTILINE)
_MAGIC_VALUE = re.compile(r"=[ \t]*[!%][^=\r\n][^\r\n]*")
_STARRED = re.compile(r"\bimport\s*\*")
# Methods that change a list or dict.
_CHANGES = frozenset({"add", "append", "clear", "extend", "insert", "pop", "remove", "update"})


def unknown(names: Iterable[str], above: Sequence[str] = ()) -> str:
    """A statement that makes names unknown; empty without names.

    `above` is code that binds names; `EVERYTHING` means all of these: others aren't known anyway.
    What it imports is taken to mean what it usually does.
    """
    wanted: list[str] = []
    for name in names:
        if name == EVERYTHING:
            wanted += (each for code in above for each in bound_in(code, imports=False))
        elif name.isidentifier() and not iskeyword(name):
            wanted.append(name)
    targets = dict.fromkeys(wanted)
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
    if name in _OF_NOTHING or (name == "store" and "-r" not in options.split()):
        return [each for names in _OUTPUT_NAMES.findall(options) for each in names if each]
    named = _NAME.findall(options)
    if name == "timeit":
        # It runs its code in a function.
        tree = _timed(source)
        is_kept = tree is not None and not _changes_something(tree)
        return [] if is_kept else [*named, *_NAME.findall(found["body"])]
    return named if name in _OF_OPTIONS else [*named, *bound_in(found["body"])]


def bound_in(code: str, *, imports: bool = True) -> list[str]:
    """The names that code binds for the code below; where it is no Python, that it seems to."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symbols = symtable(dedent(_without_magics(code)), "<piece>", "exec").get_symbols()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return list(_bound_by_words(code))
    bound = (each for each in symbols if each.is_assigned() or (imports and each.is_imported()))
    starred = [EVERYTHING] if imports and _STARRED.search(code) else []
    return [*(symbol.get_name() for symbol in bound), *starred]


def is_read_under_timeit(source: str) -> bool:
    """Whether the code of a `%timeit` or its cell means the same as elsewhere.

    It does where it is made of expressions, and changes no list, which `%timeit` would do many
    times. Nothing is known of code that isn't Python: it is reported where it is read.
    """
    tree = _timed(source)
    if tree is None:
        return True
    binds = any(isinstance(node, ast.NamedExpr) for node in ast.walk(tree))
    only_asks = all(isinstance(statement, ast.Expr) for statement in tree.body) and not binds
    return only_asks and not _changes_something(tree)


def _timed(source: str) -> ast.Module | None:
    found = _TIMEIT.fullmatch(source)
    return None if found is None else _parsed(_without_magics(found["code"]))


def _changes_something(tree: ast.Module) -> bool:
    """Whether code changes an object, or binds a name for all code."""
    for node in ast.walk(tree):
        is_changed = isinstance(node, ast.Attribute | ast.Subscript) and (
            not isinstance(node.ctx, ast.Load)
            or (isinstance(node, ast.Attribute) and node.attr in _CHANGES)
        )
        if is_changed or isinstance(node, ast.Global):
            return True
    return False


def is_python(code: str) -> bool:
    """Whether code is Python as it stands, or once it is taken out of its margin."""
    return _parsed(code) is not None


def _parsed(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(dedent(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _without_magics(code: str) -> str:
    bare = _MAGIC_LINE.sub(r"\1pass", code)
    return bare if is_python(bare) else _MAGIC_VALUE.sub("= None", bare)


def _bound_by_words(code: str) -> Iterator[str]:
    """The names before an `=` that is no keyword's, and behind words that bind names."""
    for line in code.splitlines():
        for sign in _ASSIGNING.finditer(line):
            before = line[: sign.start()]
            if before.count("(") <= before.count(")") or ":" in before:
                yield from _NAME.findall(before)
    for found in _BINDING.finditer(code):
        yield from _NAME.findall(found["names"] or found["more"])
    if _STARRED.search(code):
        yield EVERYTHING
