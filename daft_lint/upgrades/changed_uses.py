"""The places of a module that use what a version of Daft lacks, or what the next one removes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import pairwise

from daft_lint.daft_api.table import Life, Member, Parameter, Version, api
from daft_lint.index.traversal import children, walk
from daft_lint.infer.tree_values import TreeValues
from daft_lint.records import dataclass
from daft_lint.syntax.source import parsed
from daft_lint.upgrades.receivers import Receivers

_MIGRATED_BY_DFT301 = frozenset({"daft.udf", "daft.udf.udf"})
_RENAMED = re.compile(r"\bdaft(?:\.\w+)*\s+as\b")
_WORD = re.compile(r"\w+")
_ATTRIBUTE = re.compile(r"\.\s*(\w+)")
# In a text that is turned round: to begin at each word takes ten times as long.
_KEYWORD = re.compile(r"(?<!=)=\s*(\w+)")
_USES = frozenset({ast.Attribute, ast.ImportFrom, ast.Call})
_EVERYWHERE = frozenset({"DataFrame", "Expression", "GroupedDataFrame"})
# What handles an error of a missing name or parameter, and where such an error is wanted.
_HANDLES = frozenset({"AttributeError", "ImportError", "TypeError", "Exception", "BaseException"})
_HANDLES_IMPORTS = frozenset({"ModuleNotFoundError"})
_WANTS = frozenset({"assertRaises", "assertRaisesRegex", "raises", "suppress"})
_ASKS = re.compile(r"hasattr|getattr|version", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class ChangedUse:
    """One use of a name or a parameter that comes or goes.

    `node` is the attribute, import or keyword, `around` what it stands in, from the module on.
    Of a namespace, such as `.str` of expressions, `inner` is the attribute that is asked of it.
    `expected` says that an error of it may be wanted.
    """

    member: Member
    node: ast.Attribute | ast.alias | ast.keyword
    around: tuple[ast.AST, ...]
    parameter: str | None
    expected: bool
    inner: ast.Attribute | None = None
    method: Member | None = None

    @property
    def subject(self) -> Member | Parameter:
        """What comes or goes: the parameter, or else the name."""
        return self.member.takes[self.parameter] if self.parameter else self.member

    @property
    def life(self) -> Life:
        """The versions that have it."""
        return self.subject.life

    @property
    def call(self) -> ast.Call | None:
        """The call of the name, or of the method of a namespace."""
        named = self.inner or self.node
        outer = self.around[-2 if self.inner is None else -3]
        return outer if isinstance(outer, ast.Call) and outer.func is named else None


def changed_uses(receivers: Receivers, version: Version) -> Iterator[ChangedUse]:
    """What a module uses of Daft's that a version lacks or the next line removes, where it runs."""
    values = receivers.values
    tree = values.tree
    sought = _sought_in(values.module.document.text, version)
    postponed = any(map(_postpones_annotations, tree.body))
    around: dict[ast.AST, ast.AST] = {}
    waiting: list[ast.AST] = [tree]
    found: dict[ast.AST, None] = {}
    while waiting:
        node = waiting.pop()
        if type(node) in _USES:
            found.update(dict.fromkeys(sought.uses_at(node)))
        inner = children(node)
        around.update(dict.fromkeys(inner, node))
        waiting += inner
    for node in reversed(found):
        path = [node]
        while path[-1] is not tree:
            path.append(around[path[-1]])
        path.reverse()
        if all(_runs(outer, inner, values, postponed) for outer, inner in pairwise(path)):
            yield from _used(node, tuple(path), receivers, version)


def _used(
    node: ast.AST, path: tuple[ast.AST, ...], receivers: Receivers, version: Version
) -> Iterator[ChangedUse]:
    if isinstance(node, ast.Attribute):
        yield from _attribute(node, path, receivers, version)
    elif isinstance(node, ast.ImportFrom):
        yield from _imported(node, path, version)
    elif isinstance(node, ast.Call):
        yield from _called(node, path, receivers, version)


def _postpones_annotations(statement: ast.stmt) -> bool:
    match statement:
        case ast.ImportFrom(module="__future__", names=names):
            return any(alias.name == "annotations" for alias in names)
    return False


def _runs(outer: ast.AST, inner: ast.AST, values: TreeValues, postponed: bool) -> bool:
    """Whether what stands right below a node runs: not what only type checkers read.

    Annotations that are `postponed` stay texts.
    """
    match outer:
        case ast.If(test=test, orelse=orelse) if values.is_for_type_checkers(test):
            return inner in orelse
        case ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=body) if (
            values.is_for_type_checkers(test)
        ):
            return inner in body
    unread = (getattr(outer, "annotation", None), getattr(outer, "returns", None))
    return not (postponed and inner in unread)


def may_use_changed(text: str, version: Version) -> bool:
    """Whether a text may use any name that is looked for, by its words, and then by its tree."""
    sought = _sought_in(text, version)
    tree = parsed(text) if sought.any else None
    if not isinstance(tree, ast.Module):
        return False
    uses = (node for node in walk(tree) if type(node) in _USES)
    return any(True for node in uses for _ in sought.uses_at(node))


@dataclass(frozen=True, slots=True)
class _Sought:
    """The changed names that a text may use: of attributes, of namespaces, and of parameters.

    Each of these stands with the function that has it.
    """

    names: Set[str]
    spaces: Set[str]
    parameters: Set[tuple[str | None, str]]

    @property
    def any(self) -> bool:
        """Whether it may use any."""
        return bool(self.names or self.spaces or self.parameters)

    def uses_at(self, node: ast.AST) -> Iterator[ast.AST]:
        """The uses that a node may be or hold; of a namespace, something is asked there."""
        match node:
            case ast.Attribute(attr=name, value=value):
                if name in self.names:
                    yield node
                space = value.attr if isinstance(value, ast.Attribute) else None
                if space in self.spaces and name in _methods_of_namespaces(space):
                    yield value
            case ast.ImportFrom(names=imported, level=0):
                if any(alias.name in self.names or alias.name in self.spaces for alias in imported):
                    yield node
            case ast.Call(func=function, keywords=keywords):
                called = function.attr if isinstance(function, ast.Attribute) else None
                given = {keyword.arg for keyword in keywords}
                if any(name in given and called in (None, of) for of, name in self.parameters):
                    yield node


@lru_cache(maxsize=1)
def _sought_in(text: str, version: Version) -> _Sought:
    """What a text may use, by its words: all where it gives Daft another name."""
    renamed = _RENAMED.search(text) is not None
    said = _Said(text)
    signs = [sign for sign in _signs(version) if renamed or sign.is_in(said)]
    return _Sought(
        {name for sign in signs if sign.of is None for name in sign.names - sign.namespaces},
        frozenset[str]().union(*(sign.namespaces for sign in signs)),
        {(sign.of, name) for sign in signs if sign.of for name in sign.names},
    )


@lru_cache(maxsize=256)
def _methods_of_namespaces(name: str) -> frozenset[str]:
    """What can be asked of a namespace of that name, as `upper` of `str`; nothing for others."""
    table = api()
    given = (table.member(owner, name) for owner in table.raw["owners"])
    owners = {
        member.gives for member in given if member is not None and member.is_value and member.gives
    }
    spaces = (owner for owner in owners if owner.endswith("Namespace"))
    return frozenset(member.name for owner in spaces for member in table.members(owner))


def is_changed(subject: Member | Parameter, version: Version) -> bool:
    """Whether a version lacks something, or the next line of Daft does."""
    return not subject.life.holds(version) or _goes_next(subject, version)


def _goes_next(subject: Member | Parameter, version: Version) -> bool:
    return subject.goes is not None and subject.goes == (version[0], version[1] + 1)


class _Said:
    """A text, with its words, and those that may be attributes or keywords."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = frozenset(_WORD.findall(text))
        self.attributes = frozenset(_ATTRIBUTE.findall(text))
        self.keywords = frozenset(found[::-1] for found in _KEYWORD.findall(text[::-1]))


@dataclass(frozen=True, slots=True)
class _Sign:
    """What a text says that uses some changed names: some of these words, and one of the others.

    Where the names are those of parameters, they are `of` a function. Some of them may be
    `namespaces`. A `pattern` tells how they are written where that is more than an attribute or a
    keyword; a search for it takes longer than for words.
    """

    names: frozenset[str]
    others: frozenset[str]
    pattern: str = ""
    of: str | None = None
    namespaces: frozenset[str] = frozenset()

    def is_in(self, said: _Said) -> bool:
        if self.others and self.others.isdisjoint(said.words):
            return False
        if self.pattern:
            is_said = not self.names.isdisjoint(said.words)
            return is_said and re.search(self.pattern, said.text) is not None
        return not self.names.isdisjoint(said.attributes if self.of is None else said.keywords)


@lru_cache(maxsize=4)
def _signs(version: Version) -> tuple[_Sign, ...]:
    table = api()
    found: list[_Sign] = []
    for owner in table.raw["owners"]:
        members = [
            member for member in table.members(owner) if _name(member) not in _MIGRATED_BY_DFT301
        ]
        changed = {member for member in members if is_changed(member, version)}
        if changed and not owner.endswith("Namespace"):
            names = frozenset(member.name for member in changed)
            spaces = _namespaces(changed)
            pattern = _usage_pattern(owner, names - spaces, spaces)
            found.append(_Sign(names, _makers(owner), pattern, namespaces=spaces))
        for member in members:
            takes = (
                name for name, parameter in member.takes.items() if is_changed(parameter, version)
            )
            given = frozenset(takes)
            if given:
                found.append(_Sign(given, frozenset({member.name}), of=member.name))
    return tuple(found)


def _namespaces(members: Iterable[Member]) -> frozenset[str]:
    given = ((member.name, member.gives or "") for member in members)
    return frozenset(name for name, owner in given if owner.endswith("Namespace"))


def _usage_pattern(owner: str, names: Set[str], namespaces: Set[str]) -> str:
    """How a program says one of some names; empty where any attribute of that name counts.

    Of a namespace, something is asked at once.
    """
    asked, named = "|".join(sorted(namespaces)), "|".join(sorted(names))
    module = owner.rpartition(".")[2] if owner.startswith("daft") else ""
    if not (module or namespaces):
        return ""
    pattern = rf"{module}\.\s*(?:{named})\b" if names else "(?!)"
    if namespaces:
        pattern += rf"|\.\s*(?:{asked})\s*\.\s*[a-z]"
    if module:
        pattern += rf"|import\b(?:[^;#\n(]*|\s*\([^)]*)\b(?:{named})\b"
    return pattern


def _makers(owner: str) -> frozenset[str]:
    """Words, one at least in each program with objects of the class; empty if any may have some."""
    if owner in _EVERYWHERE or owner.startswith("daft"):
        return frozenset()
    return frozenset({owner, *_givers().get(owner, ())})


@lru_cache(maxsize=1)
def _givers() -> dict[str | None, set[str]]:
    """The names of what gives an object of each class."""
    table, found = api(), dict[str | None, set[str]]()
    for owner in table.raw["owners"]:
        for member in table.members(owner):
            found.setdefault(member.gives, set()).add(member.name)
    return found


def _name(member: Member) -> str:
    return f"{member.owner}.{member.name}"


def _attribute(
    node: ast.Attribute, path: tuple[ast.AST, ...], receivers: Receivers, version: Version
) -> Iterator[ChangedUse]:
    receiver = receivers.of(node.value)
    # A change in a namespace is reported where the namespace is asked for.
    if receiver is None or receiver.owner.endswith("Namespace"):
        return
    member = api().member(receiver.owner, node.attr)
    if member is None or not is_changed(member, version) or _name(member) in _MIGRATED_BY_DFT301:
        return
    outer = path[-2]
    inner = outer if isinstance(outer, ast.Attribute) and outer.value is node else None
    method = api().member(member.gives, inner.attr) if inner and member.gives else None
    is_namespace = member.is_value and method is not None
    yield ChangedUse(
        member,
        node,
        path,
        None,
        _is_expected(path),
        inner if is_namespace else None,
        method if is_namespace else None,
    )


def _imported(
    node: ast.ImportFrom, path: tuple[ast.AST, ...], version: Version
) -> Iterator[ChangedUse]:
    module = node.module or ""
    for alias in node.names if module.partition(".")[0] == "daft" else ():
        member = api().member(module, alias.name)
        changed = member is not None and is_changed(member, version)
        if member is not None and changed and _name(member) not in _MIGRATED_BY_DFT301:
            yield ChangedUse(member, alias, path, None, _is_expected(path))


def _called(
    node: ast.Call, path: tuple[ast.AST, ...], receivers: Receivers, version: Version
) -> Iterator[ChangedUse]:
    """The keywords of a call that the function doesn't take, unless that is gone itself."""
    called = receivers.of(node.func)
    member = called.member if called is not None else None
    if called is None or member is None or not member.life.holds(version):
        return
    for keyword in node.keywords:
        parameter = member.takes.get(keyword.arg or "")
        if parameter is not None and is_changed(parameter, version):
            around = (*path, keyword)
            yield ChangedUse(member, keyword, around, keyword.arg, _is_expected(path))


def _is_expected(path: Sequence[ast.AST]) -> bool:
    """Whether an error there may be wanted, or another version of Daft is meant."""
    return any(_expects(outer, inner) for outer, inner in pairwise(path))


def _expects(outer: ast.AST, inner: ast.AST) -> bool:
    match outer:
        case ast.Try(body=body, handlers=handlers):
            tried = isinstance(inner, ast.stmt) and inner in body
            return (tried or inner in handlers) and any(map(_handles, handlers))
        case ast.With(items=items):
            calls = (item.context_expr for item in items)
            return any(isinstance(call, ast.Call) and _last(call.func) in _WANTS for call in calls)
        case ast.If(test=test) | ast.IfExp(test=test):
            return inner is not test and _ASKS.search(ast.dump(test)) is not None
    return False


def _handles(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(_last(kind) in _HANDLES | _HANDLES_IMPORTS for kind in kinds)


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
