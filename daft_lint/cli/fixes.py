"""`--fix` and `--diff`: makes the fixes of findings, and writes or shows them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.cli.terminal import print_message, print_text
from daft_lint.documents.document import Document, read_document, shown_path
from daft_lint.documents.file_status import read_whole
from daft_lint.findings import Safety
from daft_lint.fixing import (
    SAFE,
    SAFE_AND_UNSAFE,
    FixError,
    Outcome,
    Part,
    Rewrite,
    compared,
    fix,
    fixed_bytes,
    rewrite,
)
from daft_lint.records import replace
from daft_lint.reporting.phrases import counted, safest
from daft_lint.reporting.printable import printable_lines
from daft_lint.reporting.report import Failure

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.findings import Finding
    from daft_lint.linting import Linted


FileOf = Callable[[str], Path]


class Texts:
    """The files of a run, and the findings in other texts of them."""

    def __init__(self, run: LintRun) -> None:
        self.linted: dict[str, Linted] = {}
        self._run = run

    def document(self, path: str) -> Document:
        """A file as it was linted, or as it is if nothing was found in it.

        Raises:
            UnreadableDocumentError: when it can't be read.
        """
        return self._run.documents.get(path) or read_document(self.file(path), path)

    def lint(self, document: Document, changed: Mapping[str, Document]) -> Sequence[Finding]:
        """What is found in a text, where other files hold the changed texts.

        Raises:
            Exception: what a rule raises on this text, if it did not on the one that is there.
        """
        linted = self._run.found_in(self.file(document.path), document, changed)
        before = self._run.linted.get(document.path)
        failed = {failure.rule for failure in before.failures} if before is not None else set()
        for failure in linted.failures:
            if failure.rule not in failed:
                raise failure.error
        self.linted[document.path] = linted
        return self.fixable(linted.findings)

    def fixable(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings, without fixes that change files where only a text was given."""
        given = {shown_path(file) for file in self._run.given}
        return [_with_fixes_in(given, finding) for finding in findings] if given else findings

    def file(self, path: str) -> Path:
        """The file that people are shown that path of."""
        return self._run.files.get(path, Path(path))


class Fixes:
    """The fixes of what a run found, made in memory."""

    def __init__(self, run: LintRun, *, unsafe: bool) -> None:
        """Make them, the unsafe ones too or not; obstacles fail the run."""
        self._run = run
        self._allowed = SAFE_AND_UNSAFE if unsafe else SAFE
        self._texts = Texts(run)
        checked = dict.fromkeys(run.whole, ()) | {
            path: self._texts.fixable(linted.findings) for path, linted in run.linted.items()
        }
        self._outcome: Outcome = fix(checked, self._texts, self._allowed)
        for refusal in self._outcome.refusals:
            run.failures.append(Failure(refusal.path, refusal.message, checked=True))

    def write(self) -> None:
        """Write the fixed texts; from then on the run is about these."""
        self._done(lambda part: written(part, self._texts.file, self._run))

    def into(self, data: bytes) -> bytes:
        """The bytes that were given for a file, fixed; from then on the run is about these."""
        texts = [data]

        def put(part: Part) -> FixError | None:
            (before,), (after,) = part.before.values(), part.after.values()
            try:
                texts.append(fixed_bytes(data, before, after))
            except FixError as error:
                return error
            return None

        self._done(put)
        return texts[-1]

    def _done(self, put: Callable[[Part], FixError | None]) -> None:
        """Put each part where it belongs, and note for the run which ones couldn't be."""
        unwritten = set(self._outcome.given_up)
        for part in self._outcome.parts:
            error = put(part)
            if error is not None:
                unwritten |= part.before.keys()
                self._run.failures.append(Failure(error.path, error.message, checked=True))
            else:
                self._run.fixed += len(part.made)
        after = {
            path: document for part in self._outcome.parts for path, document in part.after.items()
        }
        for path, linted in self._texts.linted.items():
            if path not in unwritten:
                self._run.keep(after.get(path) or self._texts.document(path), linted)
        self._run.tried = self._allowed

    def leave_out_refused(self, given: bytes | None) -> None:
        """Leave out what can't be written in a file's encoding, and fail the run as writing does.

        `given` are the bytes of a file that was given as standard input.
        """
        refusals = {id(part): self._refusal(part, given) for part in self._outcome.parts}
        kept = tuple(part for part in self._outcome.parts if refusals[id(part)] is None)
        self._run.failures += [each for each in refusals.values() if each is not None]
        self._outcome = replace(self._outcome, parts=kept)

    def _refusal(self, part: Part, given: bytes | None) -> Failure | None:
        try:
            for path, before in part.before.items():
                data = read_whole(self._texts.file(path)) if given is None else given
                fixed_bytes(data, before, part.after[path])
        except FixError as error:
            return Failure(error.path, error.message, checked=True)
        except OSError as error:
            return Failure(path, f"can't be read any more: {error.strerror}", checked=True)
        return None

    @property
    def made(self) -> int:
        """How many findings are gone once they are written."""
        return sum(len(part.made) for part in self._outcome.parts)

    @property
    def diff(self) -> bytes:
        """Their changes as a unified diff in UTF-8; for programs, `patch -p0` takes it."""
        return "".join(map(_diff_of, self._outcome.parts)).encode()

    @property
    def readable_diff(self) -> str:
        """The same for a terminal, without its control characters."""
        lines = printable_lines(self.diff.decode().expandtabs())
        return f"{lines}\n" if lines else ""

    @property
    def _nothing(self) -> str:
        """Why nothing is fixed, in a sentence."""
        unsafe = sum(safest(finding) is Safety.UNSAFE for finding in self._run.findings)
        if not unsafe or Safety.UNSAFE in self._allowed:
            return "Nothing to fix."
        return f"Nothing to fix safely, {unsafe:,} fixable with --unsafe-fixes."

    def report(self, *, quiet: bool) -> None:
        """Report on standard error how many findings would be fixed, and the obstacles."""
        for failure in self._run.failures:
            print_message(f"{failure.path}: {failure.message}")
        if not quiet:
            made = f"Would fix {counted(self.made, 'finding')}." if self.made else self._nothing
            print_text(made, err=True)


def written(part: Part, file_of: FileOf, run: LintRun) -> FixError | None:
    """Write files with joint fixes; the error when they couldn't be written."""
    rewrites = []
    for path in part.before:
        file = file_of(path)
        root = run.finder.for_path(file).root
        rewrites.append(Rewrite(file, part.before[path], part.after[path], root))
    try:
        rewrite(rewrites)
    except FixError as error:
        return error
    return None


def _with_fixes_in(paths: Container[str], finding: Finding) -> Finding:
    """The finding with those of its fixes that change no other files."""
    fixes = tuple(
        each_fix
        for each_fix in finding.fixes
        if all(edit.span.path in paths for edit in each_fix.edits)
    )
    return replace(finding, fixes=fixes)


def _diff_of(part: Part) -> str:
    lines = (
        line
        for path in part.before
        for name, old, new in compared(part.before[path], part.after[path])
        for line in _diff(name, old, new)
    )
    return "".join(lines)


def _diff(path: str, before: str, after: str) -> Iterable[str]:
    # Git and patch count only these as line ends; a lone carriage return is part of a line.
    old, new = before.split("\n"), after.split("\n")
    name = f"{path}\t" if " " in path else path
    for line in unified_diff(_ended(old), _ended(new), name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _ended(lines: list[str]) -> list[str]:
    """Lines with their ends; the last one has none."""
    *whole, last = lines
    return [f"{line}\n" for line in whole] + ([last] if last else [])
