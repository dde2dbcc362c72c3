"""Code actions for findings: fix one, fix all, or silence them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol.types import (
    CodeAction,
    CodeActionContext,
    CodeActionKind,
    Diagnostic,
    PositionEncodingKind,
    Range,
    WorkspaceEdit,
)

from daft_lint.documents.document import UnreadableDocumentError
from daft_lint.documents.suppression_edits import annotations_for
from daft_lint.findings import Edit, Finding, Fix, Safety
from daft_lint.fixing import SAFE, Choice, chosen, fix, fix_once
from daft_lint.fixing.passes import Outcome
from daft_lint.linting import UNREAD, UNUSED_SUPPRESSION
from daft_lint.registry import rules_for
from daft_lint.server.diagnostics import SOURCE
from daft_lint.server.inspection import Inspection, Inspector, Texts
from daft_lint.server.positions import Positions, meets
from daft_lint.server.workspace_edits import rewriting, workspace_edit

FIX_ALL = f"{CodeActionKind.SourceFixAll.value}.{SOURCE}"
_UNSILENCED = UNREAD | {UNUSED_SUPPRESSION}


class Actions:
    """Makes the actions of one inspection.

    `versioned` says that the editor understands versioned edits, `lazy` that it asks for the edits
    of an action once the user chose it.
    """

    def __init__(
        self,
        inspection: Inspection,
        inspector: Inspector,
        encoding: PositionEncodingKind,
        *,
        versioned: bool,
        lazy: bool,
    ) -> None:
        self._inspection = inspection
        self._positions = Positions(inspection.document, encoding)
        self._texts = Texts(inspector, inspection.buffers)
        self._versioned = versioned
        self._lazy = lazy

    def at(self, uri: str, stretch: Range, context: CodeActionContext) -> list[CodeAction]:
        """What can be done about findings of the text or cell, best first.

        They meet the stretch, or the editor names them: Neovim names those of the cursor's line.
        """
        actions: list[CodeAction] = []
        if _asked_for(CodeActionKind.QuickFix.value, context):
            found = self._findings(uri, stretch, context.diagnostics)
            for finding in found:
                mine = _of_finding(finding, self._positions, context.diagnostics)
                actions += self._fixes(finding, mine)
            for finding in found:
                mine = _of_finding(finding, self._positions, context.diagnostics)
                actions += self._silencing(finding, mine)
        if _asked_for(FIX_ALL, context):
            actions += self._fixing_all(named=bool(context.only))
        return actions

    def all_fixed(self) -> WorkspaceEdit | None:
        """Every safe fix of the text at once; None when there is none."""
        findings = {self._inspection.document.path: self._inspection.findings}
        return self._edit(_rewritten(fix(findings, self._texts, SAFE)))

    def _findings(
        self, uri: str, stretch: Range, diagnostics: Sequence[Diagnostic]
    ) -> list[Finding]:
        cell = self._inspection.cell(uri)
        first, last = (
            self._positions.place(position, cell) for position in (stretch.start, stretch.end)
        )
        return [
            finding
            for finding in self._inspection.findings
            if meets(finding.span, first, last)
            or (
                self._inspection.document.located(finding.span).cell_number == cell
                and _of_finding(finding, self._positions, diagnostics)
            )
        ]

    def _fixes(self, finding: Finding, diagnostics: list[Diagnostic]) -> Iterator[CodeAction]:
        best = chosen(finding, SAFE)
        for each_fix in sorted(
            finding.fixes, key=lambda each_fix: each_fix.safety is not Safety.SAFE
        ):
            edit = self._edit(each_fix.edits) if self._is_sound(finding, each_fix) else None
            if edit is not None:
                yield CodeAction(
                    title=_title(each_fix),
                    kind=CodeActionKind.QuickFix,
                    diagnostics=diagnostics,
                    is_preferred=True if each_fix is best else None,
                    edit=edit,
                )

    def _is_sound(self, finding: Finding, given_fix: Fix) -> bool:
        """Whether a fix can be made, and leaves programs."""
        if not given_fix.edits or given_fix.safety is Safety.DISPLAY_ONLY:
            return False
        return bool(fix_once([Choice(finding, given_fix)], self._texts).parts)

    def _silencing(self, finding: Finding, diagnostics: list[Diagnostic]) -> Iterator[CodeAction]:
        if finding.code in _UNSILENCED:
            return
        rules = tuple((rule.code, rule.name) for rule in rules_for(self._inspection.settings))
        made = annotations_for(self._inspection.document, [finding], rules)
        edit = self._edit(annotation.edit for annotation in made)
        if edit is not None:
            yield CodeAction(
                title=f"Suppress {finding.code} {finding.name} here with a comment",
                kind=CodeActionKind.QuickFix,
                diagnostics=diagnostics,
                edit=edit,
            )

    def _fixing_all(self, *, named: bool) -> Iterator[CodeAction]:
        """The action that fixes all; it takes linting, so it is not made for a mere look."""
        if not any(chosen(finding, SAFE) for finding in self._inspection.findings):
            return
        action = CodeAction(title="Apply all safe fixes of daft-lint", kind=FIX_ALL)
        if self._lazy:
            action.data = self._inspection.buffer.uri
            yield action
        elif named:
            action.edit = self.all_fixed()
            if action.edit is not None:
                yield action

    def _edit(self, edits: Iterable[Edit]) -> WorkspaceEdit | None:
        edits = tuple(edits)
        try:
            return (
                workspace_edit(
                    edits,
                    self._inspection.buffers,
                    self._positions.encoding,
                    versioned=self._versioned,
                )
                if edits
                else None
            )
        except UnreadableDocumentError:
            return None


def _rewritten(outcome: Outcome) -> Iterator[Edit]:
    for part in outcome.parts:
        yield from rewriting(part.before, part.after)


def _title(given_fix: Fix) -> str:
    title = given_fix.message[:1].upper() + given_fix.message[1:]
    return title if given_fix.safety is Safety.SAFE else f"{title} (unsafe)"


def _asked_for(kind: str, context: CodeActionContext) -> bool:
    """Whether an editor wants actions of a kind; `source` asks for `source.fixAll` too."""
    if context.only is None:
        return True
    wanted = (
        each_kind.value if isinstance(each_kind, CodeActionKind) else each_kind
        for each_kind in context.only
    )
    return any(
        not wanted_kind or f"{kind}.".startswith(f"{wanted_kind}.") for wanted_kind in wanted
    )


def _of_finding(
    finding: Finding, positions: Positions, diagnostics: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """The editor's diagnostics that a finding is behind."""
    stretch = positions.range_of(finding.span)
    return [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.source == SOURCE
        and diagnostic.code == finding.code
        and diagnostic.range == stretch
    ]
