"""Names that unread code, such as a magic, may bind: behind it their values are unknown."""

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
_OF_CODE = frozenset({"lprun", "memit", "mprun", "prun", "scalene", "snakeviz", "time"})
# It runs its code in a function, often, and says by an option what to bind the result to.
_TIMEIT = "timeit"
_TIMEIT_OPTIONS = re.compile(
    r"(?:[ \t]*(?:-[cqot]*[npr][ \t]*\S+|-[cqot]*v[ \t]*(?P<name>\w+)|-[cqot]+|--)(?!\S))*"
)
# Methods by which lists, dictionaries and sets change: of these some return what they take out.
_TAKING = frozenset({"pop", "popitem", "popleft", "setdefault"})
_PUTTING = """
    add append appendleft clear difference_update discard extend insert intersection_update remove
    reverse sort symmetric_difference_update update
"""
_RETURNING_NOTHING = frozenset(_PUTTING.split())
# Magics that bind nothing but what they are told to by `--out name` or `name <<`: of lines,
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
# Magics of other languages, whose options alone name what they bind here.
_OF_OPTIONS = frozenset({"R", "bigquery", "cypher", "duckdb"})
LINE_MAGICS = frozenset(
    {*_HARMLESS_LINES.split(), *_OF_CODE, *_OF_EVERYTHING, _TIMEIT, "macro", "store"}
)
"""Magics of lines, by names that are well known."""
_MAGIC = re.compile(
    r"\s*(?P<sign>%%?)(?P<name>[\w.-]+)(?P<options>[^\r\n]*)(?P<body>.*)", re.DOTALL
)
_OUTPUT_NAMES = re.compile(r"--(?:out|err|proc)[= ]\s*(\w+)|\b(\w+)\s*<<")
_NAME = re.compile(r"(?<![\w.\-/$])[^\W\d]\w*")
_ASSIGNING = re.compile(r"(?<![=!<>])=(?!=)")
_BINDING = re.compile(
    r"\b(?P<word>import\s*\((?P<names>[^)]*)|(?:as|class|def|del|for|global|import)\b)"
    r"(?P<more>[^\r\n:=(]*)"
)
_MAGIC_LINE = re.compile(r"^([ \t]*)[%!][^\r\n]*", re.MULTILINE)
_MAGIC_VALUE = re.compile(r"=[ \t]*[!%][^=\r\n][^\r\n]*")
_STARRED = re.compile(r"\bimport\s*\*")


def unknown(names: Iterable[str], above: Sequence[str] = ()) -> str:
    """A statement after which nobody knows what names stand for; empty without names.

    `above` is code that binds names, all of which are meant by `EVERYTHING`: others aren't known
    anyway. What it imports is taken to mean what everybody means by it.
    """
    wanted: list[str] = []
    for name in names:
        wanted += [name] if name != EVERYTHING else _bound_above(above)
    targets = dict.fromkeys(
        wanted_name
        for wanted_name in wanted
        if wanted_name.isidentifier() and not iskeyword(wanted_name)
    )
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
        return [
            each_name
            for names in _OUTPUT_NAMES.findall(options)
            for each_name in names
            if each_name
        ]
    if name in _OF_CODE and found["sign"] == "%":
        return list(_bound_by_words(options))
    if name == _TIMEIT:
        bound, statement = _timed(options)
        return [bound, *changed_in(_without_magics(statement + found["body"]))]
    named = _NAME.findall(options)
    return named if name in _OF_OPTIONS else [*named, *bound_in(found["body"])]


def bound_in(code: str, *, imports: bool = True) -> list[str]:
    """The names that code binds for the code below; where it is no Python, that it seems to."""
    tree = _parsed(code)
    if tree is None:
        return list(_bound_by_words(code, imports=imports))
    return list(_bound_by_nodes(tree, imports=imports))


def is_read_under_timeit(source: str) -> bool:
    """Whether code means under `%timeit` what it means elsewhere.

    It does where it binds nothing, which `%timeit` would keep to itself, and shows no change of
    an object, which `%timeit` would make many times. Nothing is known of code that is no Python:
    it is said to be wrong where it is read.
    """
    found = _MAGIC.match(source)
    if found is None or found["name"] != _TIMEIT:
        return True
    name, statement = _timed(found["options"])
    code = _without_magics(statement + found["body"])
    if not is_python(code):
        return True
    # What sets up a cell may bind what the cell uses.
    sets_up = found["sign"] == "%%" and statement != ""
    return not (name or sets_up or bound_in(code) or changed_in(code))


def _timed(options: str) -> tuple[str, str]:
    """The name that `%timeit` is told to bind, and the statement behind its options."""
    found = _TIMEIT_OPTIONS.match(options)
    if found is None:
        return "", options.strip()
    return found["name"] or "", options[found.end() :].strip()


def is_python(code: str) -> bool:
    """Whether code is Python as it stands, or once it is taken out of its margin."""
    return _parsed(code) is not None


def changed_in(code: str) -> list[str]:
    """The names whose objects code changes, and those that it says are global."""
    tree = _parsed(code)
    return list(_bound_by_words(code) if tree is None else _changed_by_nodes(tree))


def _changed_by_nodes(tree: ast.AST) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    # `df.sort("x").show()` sorts no list: nothing would be left to show.
    used = {id(node.value) for node in nodes if isinstance(node, ast.Assign | ast.Attribute)}
    for node in nodes:
        if isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, ast.Attribute | ast.Subscript):
            if not isinstance(node.ctx, ast.Load):
                yield from _root(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method = node.func.attr
            if method in _TAKING or (method in _RETURNING_NOTHING and id(node) not in used):
                yield from _root(node.func)


def _root(node: ast.expr) -> Iterator[str]:
    """The name that an object is reached from, if no function made it."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return
    if isinstance(node, ast.Name):
        yield node.id


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


def _bound_above(above: Sequence[str]) -> list[str]:
    return [name for code in above for name in bound_in(_without_magics(code), imports=False)]


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
