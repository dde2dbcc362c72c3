"""Changes the syntax trees of programs, so that what comes out is a program again."""

from __future__ import annotations

import ast
import random
import warnings
from collections.abc import Callable
from copy import deepcopy

_NUMBERS = (0, 1, -1, 2, 3, 7, 10**9, 10**30, 0.0, 0.5, 1e308, float("inf"), True)
_VALUES = (*_NUMBERS, None, ..., "", "daft", "\x1b[31m\u202e", "日本" * 200, b"\xff")
_WRAPPERS = (
    "if FLAG:\n    pass\nelse:\n    raise SystemExit",
    "for _ in range(3):\n    pass",
    "while True:\n    pass\n    break",
    "try:\n    pass\nexcept Exception:\n    raise\nfinally:\n    del later",
    "with open('x') as later:\n    pass",
    "def inner():\n    pass\ninner()",
    "async def inner():\n    pass",
    "class Inner:\n    pass",
)

Body = list[ast.stmt]
TreeMutation = Callable[[ast.Module, random.Random], None]


def mutated_tree(program: bytes, chosen: random.Random) -> bytes:
    """A program with up to four changes to its tree; what is no program stays as it is."""
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError):
        return program
    for _ in range(chosen.randint(0, 4)):
        chosen.choice(TREE_MUTATIONS)(tree, chosen)
    try:
        text = ast.unparse(ast.fix_missing_locations(tree))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(text, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        # Not every tree is a program: a `break` may stand outside of a loop.
        return mutated_tree(program, chosen)
    return text.encode("utf-8", "replace") + b"\n"


def change_constant(tree: ast.Module, chosen: random.Random) -> None:
    """A number or text is another value, or another kind of value."""
    found = [part for part in ast.walk(tree) if isinstance(part, ast.Constant)]
    if found:
        node = chosen.choice(found)
        node.value, node.kind = chosen.choice(_VALUES), None


def swap_expressions(tree: ast.Module, chosen: random.Random) -> None:
    """An argument stands where another one stood."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    if calls:
        first, other = (chosen.choice(calls) for _ in range(2))
        first.args[-1] = deepcopy(other.args[0])


def change_keywords(tree: ast.Module, chosen: random.Random) -> None:
    """A keyword is gone, is an unpacked dictionary, or goes to another call."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.keywords]
    if not calls:
        return
    call = chosen.choice(calls)
    word = chosen.choice(call.keywords)
    other = chosen.choice(calls)
    call.keywords.remove(word)
    if chosen.random() < 0.3:
        call.keywords.append(ast.keyword(None, ast.Dict([ast.Constant(word.arg)], [word.value])))
    elif word.arg not in {keyword.arg for keyword in other.keywords}:
        other.keywords.append(word)


def rename(tree: ast.Module, chosen: random.Random) -> None:
    """A name is read where another one was."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    if names:
        chosen.choice(names).id = chosen.choice(names).id


def lengthen_chain(tree: ast.Module, chosen: random.Random) -> None:
    """A call on a frame is made many times in a row."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    if calls:
        call = chosen.choice(calls)
        for _ in range(chosen.choice((1, 2, 20))):
            assert isinstance(call.func, ast.Attribute)
            inner = ast.Call(deepcopy(call.func), [*map(deepcopy, call.args)], [])
            call.func.value = inner


def drop_statement(tree: ast.Module, chosen: random.Random) -> None:
    """A statement is gone."""
    body = chosen.choice(_bodies(tree))
    body[chosen.randrange(len(body))] = ast.Pass()


def double_statement(tree: ast.Module, chosen: random.Random) -> None:
    """A statement stands somewhere else too."""
    first, other = (chosen.choice(_bodies(tree)) for _ in range(2))
    other.insert(chosen.randint(0, len(other)), deepcopy(chosen.choice(first)))


def wrap_statement(tree: ast.Module, chosen: random.Random) -> None:
    """A statement stands in a branch, a loop, a handler, a manager, a function or a class."""
    body = chosen.choice(_bodies(tree))
    place = chosen.randrange(len(body))
    wrapper = ast.parse(chosen.choice(_WRAPPERS))
    inner = next(each_body for each_body in _bodies(wrapper) if isinstance(each_body[0], ast.Pass))
    inner[0] = body[place]
    body[place : place + 1] = wrapper.body


TREE_MUTATIONS: tuple[TreeMutation, ...] = (
    change_constant,
    swap_expressions,
    change_keywords,
    rename,
    lengthen_chain,
    drop_statement,
    double_statement,
    wrap_statement,
)


def _bodies(tree: ast.Module) -> list[Body]:
    """The blocks of statements that aren't empty; the tree's own if all are."""
    fields = ("body", "orelse", "finalbody")
    blocks = [getattr(node, name, None) for node in ast.walk(tree) for name in fields]
    found = [block for block in blocks if isinstance(block, list) and block]
    if not found:
        tree.body.append(ast.Pass())
        found.append(tree.body)
    return found
