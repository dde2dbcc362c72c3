"""Edits that replace names which a version of Daft lacks by those that it has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from daft_lint.daft_api.node_spans import Placed, span_of
from daft_lint.daft_api.successors import ADVICE, PARAMETER_ADVICE, PARAMETER_SUCCESSORS, SUCCESSORS
from daft_lint.daft_api.table import Member, Version, api, shown
from daft_lint.documents.document import Document
from daft_lint.findings import Edit, Fix, Safety
from daft_lint.index.traversal import walk
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.upgrades.changed_uses import ChangedUse
from daft_lint.upgrades.receivers import Kind, Known, Receivers

_EXPRESSION, _WHEN = "Expression", ("daft.functions", "when")
# Where `regex=True` chose what has a name of its own today, and which argument that was.
_BY_PATTERN = {"replace": ("regexp_replace", 2), "split": ("regexp_split", 1)}
# Their arguments mean something else today: a length was given, an end is taken.
_OTHERWISE_MEANT = frozenset({("ExpressionBinaryNamespace", "slice")})
# Parameters of these that their successors don't take.
_NOT_TAKEN = {("daft.context", "set_runner_py"): frozenset({"use_thread_pool"})}
_COMMENT = re.compile(r"#[^\n]*")
# Daft says that it has no effect, as of 0.7.0.
_WITHOUT_EFFECT = {"min_cpu_per_task": (0, 7)}


class _ByHandError(Exception):
    """A use that isn't mended by edits; the text says what a person does."""


@dataclass(frozen=True, slots=True)
class UpgradeEdits:
    """Mends the uses of one module for a version of Daft."""

    document: Document
    receivers: Receivers
    version: Version

    def mend(self, use: ChangedUse) -> Fix:
        """What to write instead, with edits where that is mechanical."""
        try:
            if use.parameter is not None:
                return self._parameter(use, use.parameter)
            if use.life.first is not None and use.life.begins_after(self.version):
                raise _ByHandError(f"use Daft {shown(use.life.first)} or newer, or stop using it")
            return self._named(use)
        except _ByHandError as advice:
            return Fix(str(advice))

    # Names

    def _named(self, use: ChangedUse) -> Fix:
        member = use.method or use.member
        target = member.use or SUCCESSORS.get((member.owner, member.name))
        if target is None:
            raise _ByHandError(self._without_successor(use))
        self._check_there(target)
        if isinstance(use.node, ast.alias):
            return self._imported(use, member, target)
        if target == _WHEN:
            return self._conditional(use)
        if target[0].startswith("daft"):
            return self._of_module(use, member, target)
        return self._method(use, member, target[1])

    def _without_successor(self, use: ChangedUse) -> str:
        """What to do without a name that has no successor; of a namespace, by its method."""
        member = use.method or use.member
        if (advice := ADVICE.get((member.owner, member.name))) is not None:
            return advice
        if member.gives is None or not member.gives.endswith("Namespace"):
            return f"stop using `{member.name}`: Daft has no replacement for it"
        outer = use.around[-2]
        if isinstance(outer, ast.Attribute):
            # A method that the namespace never had.
            name = outer.attr
            for today in (f"{member.name}_{name}", name):
                found = api().member(_EXPRESSION, today)
                if found is not None and found.life.holds(self.version):
                    return f"use `.{today}` for `.{member.name}.{name}`"
        return "call its methods on the expression itself, as `.upper()` for `.str.upper()`"

    def _check_there(self, target: tuple[str, str]) -> None:
        found = api().member(*target)
        if found is not None and not found.life.holds(self.version):
            since = shown(found.life.first) if found.life.first else "another version"
            raise _ByHandError(f"use `{'.'.join(target)}`, which Daft has since {since}")

    def _method(self, use: ChangedUse, member: Member, name: str) -> Fix:
        """`.url.download(...)` becomes `.download(...)`."""
        assert isinstance(use.node, ast.Attribute)
        old = use.node.attr if use.inner is None else f"{use.node.attr}.{use.inner.attr}"
        if (member.owner, member.name) in _OTHERWISE_MEANT and _has_more_than(use.call, 1):
            raise _ByHandError(f"use `.{name}`, which takes an end where `.{old}` took a length")
        name, edits = self._arguments(use, member, name)
        span = self.name_span(use)
        if "#" in self._text(span):
            raise _ByHandError(f"write `.{name}` for `.{old}`")
        return _safe(f"write `.{name}` for `.{old}`", Edit(span, name), *edits)

    def _arguments(self, use: ChangedUse, member: Member, name: str) -> tuple[str, list[Edit]]:
        """The name that an argument chooses, and edits of keywords that are called otherwise."""
        call = use.call
        regex = _BY_PATTERN.get(member.name) if None in member.renamed.values() else None
        if call is None:
            if member.renamed:
                raise _ByHandError(f"use `.{name}`, whose parameters have other names")
            return name, []
        if any(keyword.arg is None for keyword in call.keywords):
            raise _ByHandError(f"use `.{name}`, if it takes what `**` passes")
        edits: list[Edit] = []
        if regex is not None:
            chosen, place = regex
            given = next((keyword for keyword in call.keywords if keyword.arg == "regex"), None)
            value = given.value if given is not None else None
            if value is None and len(call.args) > place:
                value = call.args[place]
            if value is not None:
                if not (isinstance(value, ast.Constant) and isinstance(value.value, bool)):
                    raise _ByHandError(f"use `.{name}`, or `.{chosen}` for a pattern")
                edits.append(self._dropped(call, given or value))
                if value.value:
                    return chosen, edits
        elif None in member.renamed.values() and _has_more_than(call, 0):
            raise _ByHandError(f"use `.{name}`, which takes different arguments")
        for keyword in call.keywords:
            parameter = member.takes.get(keyword.arg or "")
            if parameter is not None and parameter.life.last is not None:
                edits.append(self._dropped(call, keyword))
            elif keyword.arg != "regex" and (other := member.renamed.get(keyword.arg or "")):
                edits.append(Edit(self._keyword_span(keyword), other))
        return name, edits

    def _of_module(self, use: ChangedUse, member: Member, target: tuple[str, str]) -> Fix:
        """`daft.context.set_runner_ray` becomes `daft.set_runner_ray`.

        So does what was asked of an object: `get_context().get_or_create_runner`.
        """
        assert isinstance(use.node, ast.Attribute)
        call, name = use.call, ".".join(target)
        if "#" in self._text(self._span(use.node)):
            raise _ByHandError(f"use `{name}`")
        if member.renamed and not self._is_same(member, call):
            raise _ByHandError(f"use `{name}`, whose parameters have other names")
        dropped = self._not_taken(member, call, name)
        root, edits = self._root(use.node)
        owner = target[0].replace("daft", root, 1)
        edit = Edit(self._span(use.node), f"{owner}.{target[1]}")
        fix = _safe(f"write `{name}` for `{member.owner}.{member.name}`", edit, *edits, *dropped)
        is_unsafe = bool(dropped) or self._calls_own(use.node.value)
        return replace(fix, safety=Safety.UNSAFE) if is_unsafe else fix

    def _calls_own(self, receiver: ast.expr) -> bool:
        """Whether some other function than Daft's is called to get at something."""
        calls = (node for node in walk(receiver) if isinstance(node, ast.Call))
        functions = (self.receivers.of(call.func) for call in calls)
        return any(function is None or function.member is None for function in functions)

    def _not_taken(self, member: Member, call: ast.Call | None, name: str) -> list[Edit]:
        """Without the keywords that what is written instead doesn't take."""
        gone = _NOT_TAKEN.get((member.owner, member.name))
        if gone is None or not _has_more_than(call, 0):
            return []
        assert call is not None
        if call.args or any(keyword.arg is None for keyword in call.keywords):
            raise _ByHandError(f"use `{name}`, which takes different arguments")
        return [self._dropped(call, keyword) for keyword in call.keywords if keyword.arg in gone]

    def _is_same(self, member: Member, call: ast.Call | None) -> bool:
        """Whether only the place of a function changed, and what a call gives by position fits.

        A keyword that it doesn't take any more is a finding of its own.
        """
        same = member.use is not None and member.use[1] == member.name
        return same and (call is None or len(call.args) <= member.alike)

    def _root(self, node: ast.Attribute) -> tuple[str, list[Edit]]:
        """A name for the module `daft` there, and the edits that import it."""
        owner = node.value
        while isinstance(owner, ast.Attribute):
            owner = owner.value
        known = Known(Kind.MODULE, "daft")
        if isinstance(owner, ast.Name) and self.receivers.of(owner) == known:
            return owner.id, []
        return "daft", list(self._importing("daft", "import daft"))

    def _importing(self, name: str, statement: str) -> Iterator[Edit]:
        """The edits that import a name of Daft's at the top of the module, unless it is already.

        Raises:
            _ByHandError: when the name stands for something else, or no import of Daft is at hand.
        """
        index = self.receivers.values.index
        scopes = [scope for scope in index.scopes if name in scope.bound]
        kinds = {index.definitions[each][0] for scope in scopes for each in scope.bound[name]}
        if kinds == {"import"} and scopes == [index.module]:
            return
        if scopes:
            raise _ByHandError(f"`{statement}`, and use it: there is another `{name}` in the file")
        first = next(filter(_imports_daft, self.receivers.values.tree.body), None)
        if first is None or self._starts_within(first):
            raise _ByHandError(f"`{statement}`, and use it")
        place = Span(self.document.path, first.lineno, 1, first.lineno, 1)
        yield Edit(place, f"{statement}\n")

    def _starts_within(self, statement: ast.stmt) -> bool:
        line = self.document.line(statement.lineno) or ""
        before = self.document.line(statement.lineno - 1) or ""
        return bool(line[: statement.col_offset]) or before.endswith("\\")

    def _imported(self, use: ChangedUse, member: Member, target: tuple[str, str]) -> Fix:
        """`from daft.context import set_runner_ray` becomes `from daft import set_runner_ray`."""
        statement, alias = use.around[-1], use.node
        assert isinstance(statement, ast.ImportFrom)
        assert isinstance(alias, ast.alias)
        name = ".".join(target)
        other = member.renamed or _NOT_TAKEN.get((member.owner, member.name))
        if other and member.name != target[1]:
            raise _ByHandError(f"use `{name}`, which takes different arguments")
        span = self._span(statement)
        if "#" in self._text(span):
            raise _ByHandError(f"import `{name}` instead")
        local = alias.asname or alias.name
        given = "" if local == target[1] else f" as {local}"
        lines = [f"from {target[0]} import {target[1]}{given}"]
        others = [imported for imported in statement.names if imported is not alias]
        if others:
            if self._starts_within_line(statement):
                raise _ByHandError(f"import `{name}` instead")
            names = ", ".join(ast.unparse(imported) for imported in others)
            indent = " " * statement.col_offset
            lines = [f"from {statement.module} import {names}", f"{indent}{lines[0]}"]
        what = f"import `{name}` for `{member.owner}.{member.name}`"
        return _safe(what, Edit(span, "\n".join(lines)))

    def _starts_within_line(self, statement: ast.stmt) -> bool:
        line = self.document.line(statement.lineno) or ""
        return bool(line[: statement.col_offset].strip()) or ";" in line

    def _conditional(self, use: ChangedUse) -> Fix:
        """`a.if_else(b, c)` becomes `daft.functions.when(a, b).otherwise(c)`."""
        node, call = use.node, use.call
        advice = "write `daft.functions.when(condition, a).otherwise(b)`"
        if not isinstance(node, ast.Attribute) or call is None or call.keywords:
            raise _ByHandError(advice)
        if len(call.args) != 2 or any(isinstance(arg, ast.Starred) for arg in call.args):
            raise _ByHandError(advice)
        root, edits = self._root_or_import()
        name = self._name_span(node)
        receiver = self._span(node)
        value_end, dot = self._end_before(name.start, self._span(node.value).end)
        opened = self._first("(", name.end, self._span(call.args[0]).start)
        comma = self._first(",", self._span(call.args[0]).end, self._span(call.args[1]).start)
        edits += [
            Edit(receiver.between(receiver.start, receiver.start), f"{root}("),
            *self._comma_for_name(value_end, dot, (opened[0], opened[1] + 1)),
            Edit(receiver.between(comma, self._behind_blanks(comma)), ").otherwise("),
        ]
        return _safe("write `when(condition, a).otherwise(b)` for `.if_else(a, b)`", *edits)

    def _root_or_import(self) -> tuple[str, list[Edit]]:
        try:
            return "daft.functions.when", list(self._importing("daft", "import daft"))
        except _ByHandError:
            return "when", list(self._importing("when", "from daft.functions import when"))

    # Parameters

    def _parameter(self, use: ChangedUse, name: str) -> Fix:
        """A keyword that isn't taken: its new name, or without it."""
        call, keyword = use.around[-2], use.node
        assert isinstance(call, ast.Call)
        assert isinstance(keyword, ast.keyword)
        first = use.life.first
        if first is not None and use.life.begins_after(self.version):
            raise _ByHandError(f"use Daft {shown(first)} or newer, or remove it")
        advice = PARAMETER_ADVICE.get((use.member.name, name))
        if advice is not None:
            raise _ByHandError(advice)
        other = self._renamed(use, name)
        if other is not None:
            what = f"rename it to `{other}`"
            if any(argument.arg == other for argument in call.keywords):
                raise _ByHandError(what)
            return Fix(what, Safety.UNSAFE, (Edit(self._keyword_span(keyword), other),))
        edit = self._dropped(call, keyword)
        since = _WITHOUT_EFFECT.get(name)
        if since is not None and self.version >= since:
            return _safe("remove it: it has no effect", edit)
        return Fix("remove it", Safety.UNSAFE, (edit,))

    def _renamed(self, use: ChangedUse, name: str) -> str | None:
        """What a parameter is called now: by hand, or the only one that came when this one went."""
        takes, last = use.member.takes, use.life.last
        known = PARAMETER_SUCCESSORS.get((use.member.name, name))
        if known is not None and (known not in takes or takes[known].life.holds(self.version)):
            return known
        if last is None:
            return None
        came = api().after(last)
        new = [each for each, it in takes.items() if it.life.first == came]
        gone = [each for each, it in takes.items() if it.life.last == last]
        alone = len(new) == 1 and gone == [name]
        return new[0] if alone and takes[new[0]].life.holds(self.version) else None

    def _dropped(self, call: ast.Call, argument: ast.expr | ast.keyword) -> Edit:
        """An argument left out, with the comma behind it, or the one before the last.

        Raises:
            _ByHandError: when a comment stands there.
        """
        arguments: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        order = [self._span(each_argument) for each_argument in arguments]
        order.sort(key=lambda each_span: each_span.start)
        own = self._span(argument)
        place = order.index(own)
        if place + 1 < len(order):
            span = own.between(own.start, order[place + 1].start)
        else:
            comma = self._comma_behind(own)
            start = own.start
            if place:
                # A comma at the end of the call stays with the argument before.
                before = order[place - 1]
                start = self._comma_behind(before) or before.end if comma else before.end
            span = own.between(start, comma or own.end)
        if "#" in self._text(span) or self._text(span).count(")") != self._text(span).count("("):
            raise _ByHandError("remove it")
        return Edit(span, "")

    def _comma_behind(self, argument: Span) -> tuple[int, int] | None:
        """Where the comma right behind an argument ends, if there is one."""
        text, at = self.document.text, self.document.offset(*argument.end)
        found = re.compile(r"\s*,").match(text, at)
        return None if found is None else self.document.place_at(found.end())

    # Places

    def _span(self, node: Placed) -> Span:
        return span_of(node, self.document)

    def name_span(self, use: ChangedUse) -> Span:
        """Where a use stands: the name alone, with the method of a namespace."""
        if not isinstance(use.node, ast.Attribute):
            return self._span(use.node)
        start, end = self._name_span(use.node), self._name_span(use.inner or use.node)
        return replace(start, end_line=end.end_line, end_column=end.end_column)

    def receiver_span(self, use: ChangedUse) -> Span:
        """What the name is asked of: an expression, an import, or for a keyword the function."""
        node = use.node
        if isinstance(node, ast.Attribute):
            return self._span(node.value)
        around = use.around[-1 if isinstance(node, ast.alias) else -2]
        if isinstance(around, ast.Call):
            return self._span(around.func)
        assert isinstance(around, ast.stmt)
        return self._span(around)

    def _name_span(self, node: ast.Attribute) -> Span:
        """The name of an attribute, without what it is asked of."""
        whole = self._span(node)
        start = whole.end_column - len(node.attr)
        return replace(whole, line=whole.end_line, column=start)

    def _keyword_span(self, keyword: ast.keyword) -> Span:
        """The name of a keyword."""
        whole = self._span(keyword)
        end = whole.column + len(keyword.arg or "")
        return replace(whole, end_line=whole.line, end_column=end)

    def _text(self, span: Span) -> str:
        return self.document.text[
            self.document.offset(*span.start) : self.document.offset(*span.end)
        ]

    def _end_before(
        self, name: tuple[int, int], value_end: tuple[int, int]
    ) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where what is asked for a name ends, with the brackets around it, and the dot behind."""
        at = self.document.offset(*value_end)
        between = _COMMENT.sub(
            lambda match: " " * len(match[0]), self.document.text[at : self.document.offset(*name)]
        )
        dot = between.rindex(".")
        place_at = self.document.place_at
        return place_at(at + len(between[:dot].rstrip())), place_at(at + dot)

    def _comma_for_name(
        self, value_end: tuple[int, int], dot: tuple[int, int], opened: tuple[int, int]
    ) -> tuple[Edit, ...]:
        """A comma in the place of `.name(`; a comment in between stays where it is."""
        span = Span(self.document.path, *value_end, *opened)
        if "#" not in self._text(span):
            return (Edit(span, ", "),)
        comma = Edit(replace(span, end_line=value_end[0], end_column=value_end[1]), ",")
        return comma, Edit(replace(span, line=dot[0], column=dot[1]), "")

    def _first(self, sign: str, start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
        """The one place of a sign between two places.

        Raises:
            _ByHandError: when a comment stands there.
        """
        begin, stop = self.document.offset(*start), self.document.offset(*end)
        between = self.document.text[begin:stop]
        if "#" in between:
            raise _ByHandError("rewrite it by hand: there is a comment in between")
        return self.document.place_at(begin + between.index(sign))

    def _behind_blanks(self, place: tuple[int, int]) -> tuple[int, int]:
        text, at = self.document.text, self.document.offset(*place) + 1
        return self.document.place_at(at + len(text[at:]) - len(text[at:].lstrip()))


def _safe(message: str, *edits: Edit) -> Fix:
    return Fix(message, Safety.SAFE, edits)


def _has_more_than(call: ast.Call | None, number: int) -> bool:
    return call is not None and len(call.args) + len(call.keywords) > number


def _imports_daft(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.ImportFrom):
        return (statement.module or "").partition(".")[0] == "daft" and not statement.level
    names = statement.names if isinstance(statement, ast.Import) else ()
    return any(name.name.partition(".")[0] == "daft" for name in names)
