"""Code that is never reached: behind a test that fails, or a call that ends the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.index.code import OPAQUE, Call
from daft_lint.infer import arguments
from daft_lint.infer.attributes import lineage, method_contexts
from daft_lint.infer.calls import entered
from daft_lint.infer.context import Context, Site, module_of
from daft_lint.infer.decorators import is_command, may_be_command
from daft_lint.infer.truth import is_reached, surely_runs
from daft_lint.values.values import Class, Function, Imported, Instance

if TYPE_CHECKING:
    from daft_lint.index.code import Index, Scope
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

_ENDING = frozenset(
    {
        "absl.app.run",
        "argparse.ArgumentParser.error",
        "argparse.ArgumentParser.exit",
        "builtins.exit",
        "builtins.quit",
        "os._exit",
        "os.abort",
        "sys.exit",
    }
)
_ENDING_NAMES = frozenset(name.rpartition(".")[2] for name in _ENDING)
# A module whose functions may end a run has one of these in its text.
_WORDS = ("raise", "assert", "exit", "command", ".error(")
# What runs when an object is made.
_MAKING = ("__init__", "__post_init__")
# How deep calls are followed to see whether they return.
_DEEPEST = 4


def may_run(infer: Infer, context: Context, number: float, block: int) -> bool:
    """Whether a run gets to a call in a context, and to all calls that lead to it."""
    while _is_reached(infer, context, number, block):
        if context.site is None:
            return True
        site = context.site
        context, number, block = site.context, site.number, site.call.block
    return False


def _is_reached(infer: Infer, context: Context, number: float, block: int) -> bool:
    if not is_reached(infer, block, context):
        return False
    around = {*context.index.blocks_around(block, context.scope)}
    return not any(
        end < number and all(each in around or surely_runs(infer, each, context) for each in blocks)
        for end, blocks in _ends(infer, context)
    )


def _ends(infer: Infer, context: Context) -> list[tuple[int, tuple[int, ...]]]:
    """The calls of a context that never return, each with the blocks around it."""
    if context.ends is None:
        context.ends = []  # Recursion isn't followed.
        context.ends = [
            (number, tuple(context.index.blocks_around(call.block, context.scope)))
            for number, call in _asked(infer, context)
            if _never_returns(infer, Site(context, number))
        ]
    return context.ends


def _asked(infer: Infer, context: Context) -> Sequence[tuple[int, Call]]:
    """The calls of a context that may never return, by their names."""
    module = context.module
    found = infer.once((_asked, module.path), lambda: _by_scope(infer, module))
    assert isinstance(found, dict)
    calls: Sequence[tuple[int, Call]] = found.get(context.scope.number, ())
    return calls


def _by_scope(infer: Infer, module: Module) -> dict[int, list[tuple[int, Call]]]:
    index = module.index
    found: dict[int, list[tuple[int, Call]]] = {}
    for name, numbers in index.calls_by_name.items():
        if name in _ending_names(infer, module) or _ends_elsewhere(infer, module, name):
            for number in numbers:
                call = index.calls[number]
                found.setdefault(call.scope, []).append((number, call))
    return found


def _ends_elsewhere(infer: Infer, module: Module, name: str) -> bool:
    """Whether a name is imported from a module that has an ending function of that name."""
    for number in module.index.module.bound.get(name, ()):
        definition = module.index.definitions[number]
        if definition[0] == "import" and definition[3] is not None:
            other = infer.modules.named(definition[1], definition[2], module)
            if other is not None and any(word in other.document.text for word in _WORDS):
                return definition[3] in _ending_names(infer, other)
    return False


def _ending_names(infer: Infer, module: Module) -> set[str]:
    """Names of calls in a module that may raise or end the program, by its own text."""
    found = infer.once((_ending_names, module.path), lambda: {*_names_in(module.index)})
    assert isinstance(found, set)
    return found


def _names_in(index: Index) -> Iterator[str]:
    yield from _ENDING_NAMES
    waiting = [index.scopes[number] for number in index.ending]
    waiting += [scope for scope in index.scopes if may_be_command(scope, index)]
    for name in _ENDING_NAMES:
        waiting += _callers(index, name)
    seen: set[int] = {0}
    while waiting:
        scope = waiting.pop()
        if scope.number in seen:
            continue
        seen.add(scope.number)
        name = index.scopes[scope.parent].name if scope.name in _MAKING else scope.name
        yield name
        waiting += _callers(index, name)


def _callers(index: Index, name: str) -> Iterator[Scope]:
    for number in index.calls_by_name.get(name, ()):
        yield index.scopes[index.calls[number].scope]


def _never_returns(infer: Infer, site: Site) -> bool:
    value = infer.value(site.call.function, site.context)
    if isinstance(value, Imported):
        return value.name in _ENDING
    if isinstance(value, Class) and site.context.depth < _DEEPEST:
        made = infer.call(site.number, site.context)
        return isinstance(made, Instance) and any(
            _never_leaves(infer, each) for each in _making(infer, made)
        )
    if not isinstance(value, Function) or value.scope.is_generator:
        return False
    if is_command(infer, value):
        return all(name != "standalone_mode" for name, _ in site.call.keywords)
    if site.context.depth >= _DEEPEST:
        return False
    owner = value.bound[0] if value.bound else None
    if isinstance(owner, Instance) and owner.given is None:
        return False  # A subclass may have another one.
    context = entered(infer, value, arguments.of_call(infer, site), site)
    return context is not None and _never_leaves(infer, context)


def _never_leaves(infer: Infer, context: Context) -> bool:
    """Whether a function raises or ends the program on all its ways."""
    return not any(
        _is_reached(infer, context, number, block) for _, block, number in context.scope.returns
    )


def _making(infer: Infer, made: Instance) -> Iterator[Context]:
    """What runs when an object is made."""
    for each in lineage(infer, made.made_of):
        for name in _MAKING:
            number = each.scope.final.get(name)
            definition = OPAQUE if number is None else module_of(each).index.definitions[number]
            if definition[0] == "function":
                yield from method_contexts(infer, made, each, definition[1])
                return
