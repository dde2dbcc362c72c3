"""DFT310: names and parameters that a Daft lacks, or that its next line removes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import UNKNOWN_DAFT, Confidence, Edit, Fix, Related, Safety, Severity
from daft_lint.records import dataclass
from daft_lint.rule import Module, Problem, module_rule

if TYPE_CHECKING:
    from daft_lint.plan.span import Span
    from daft_lint.upgrades.changed_uses import ChangedUse

_MOST_RELATED = 20


@dataclass(frozen=True, slots=True)
class _Mended:
    """A use, where its name stands, and what to write there."""

    use: ChangedUse
    span: Span
    of: Span
    fix: Fix

    @property
    def kind(self) -> tuple[object, ...]:
        """Uses of one kind are one finding: the same name, as sure, and fixed alike."""
        use = self.use
        by_hand = "" if self.fix.edits else self.fix.message
        name = (use.member.owner, use.member.name, use.parameter)
        return (*name, use.expected, self.fix.safety, by_hand)


@module_rule("DFT310", "removed-api", since="0.1.0")
def removed_api(module: Module) -> Iterator[Problem]:
    """A name or parameter that the project's Daft doesn't have, or that the next one removes.

    ## What it does

    Fires on attributes and parameters of Daft's own modules, expressions, frames and other objects,
    if it is certain that they are Daft's: from imports, annotations, and what Daft's functions and
    methods return. The version is that of `daft-version`, otherwise of the lock file or the
    requirements, otherwise the newest, and the finding is only `likely`. All uses of one name in a
    file are one finding. Where nothing says which Daft runs, output for people has one line for
    each file, with the release that it is written for; `-v` shows each name.

    | removed | instead |
    | --- | --- |
    | `.url.download()`, `.image.decode()` | `.download()`, `.decode_image()` |
    | `.str.upper()`, `.dt.truncate("1 day")` | `.upper()`, `.date_trunc("1 day")` |
    | `.str.replace("a", "b", regex=True)` | `.regexp_replace("a", "b")` |
    | `a.if_else(b, c)` | `daft.functions.when(a, b).otherwise(c)` |
    | `daft.context.set_runner_ray()` | `daft.set_runner_ray()` |
    | `get_context().get_or_create_runner()` | `daft.get_or_create_runner()` |
    | `daft.coalesce`, `daft.list_` | `daft.functions.coalesce`, `daft.functions.to_list` |
    | `read_csv(schema_hints=...)` | `read_csv(schema=...)` |

    `daft.udf` has its own rule, DFT301. A name that the next line of Daft removes is only an info.
    In a `try` that handles the error, after a check of the version, and in a test that expects the
    error, the finding is only `possible`. Code that doesn't run has none: under
    `if TYPE_CHECKING:`, and in annotations with `from __future__ import annotations`.

    Other findings in the file assume that the code runs, and say so.

    ## Why it is bad

    Daft raises `AttributeError`, `ImportError` or `TypeError` there:

    ```text
    AttributeError: 'Expression' object has no attribute 'url'
    ```

    Most public code of 2024 and 2025 has such names, which Daft 0.7.0 removed. What each version
    has was read from the published packages, 0.3.15 to 0.7.26, by `benchmarks/daft_api.py`.

    Of the 272 examples in the documentation of Daft 0.5.22 that run there without a network, 81
    fail on 0.7.26. After `--fix --unsafe-fixes` two fail, and the findings say what to do by hand.
    None of those that run on both had a finding. With 0.4.18 it was 78 of 229, and two were left.

    ## Example

    ```python
    import daft
    from daft import col

    daft.context.set_runner_ray()
    df = daft.from_pydict({"uri": ["s3://bucket/a.jpg"]})
    df = df.where(col("uri").str.endswith(".jpg"))
    df = df.with_column("raw", col("uri").url.download())
    df = df.with_column("image", col("raw").image.decode())
    ```

    ## Use instead

    ```python
    import daft
    from daft import col

    daft.set_runner_ray()
    df = daft.from_pydict({"uri": ["s3://bucket/a.jpg"]})
    df = df.where(col("uri").endswith(".jpg"))
    df = df.with_column("raw", col("uri").download())
    df = df.with_column("image", col("raw").decode_image())
    ```

    ## Fix safety

    Safe where the old name called the new one with the same arguments, as it did in Daft 0.6.14.
    Unsafe for parameters that are removed or renamed, and where a call of your own would go. If
    arguments mean something different today (`.binary.slice`), or several steps take the place of a
    name (`File.read`, `SQLCatalog`), there are no edits.

    Old names ran on the last Daft that has them, and what takes their place on 0.7.26, with the
    same results. Names that need a service, a cluster or another package were only looked up.

    ## References

    - The packages of Daft 0.3.15 to 0.7.26, and the warnings of 0.6.14
    """
    from daft_lint.upgrades.changed_uses import may_use_changed

    if may_use_changed(module.document.text, module.daft_version):
        yield from _found(module)


def _found(module: Module) -> Iterator[Problem]:
    from daft_lint.upgrades.changed_uses import changed_uses
    from daft_lint.upgrades.edits import UpgradeEdits
    from daft_lint.upgrades.receivers import Receivers

    version = module.daft_version
    receivers = Receivers(module.values)
    mender = UpgradeEdits(module.document, receivers, version)
    groups: dict[tuple[object, ...], list[_Mended]] = {}
    for use in changed_uses(receivers, version):
        mended = _Mended(use, mender.name_span(use), mender.receiver_span(use), mender.mend(use))
        groups.setdefault(mended.kind, []).append(mended)
    for group in groups.values():
        group.sort(key=lambda mended_use: mended_use.span)
        yield _problem(group, version, knows_daft=module.knows_daft)


def _problem(group: list[_Mended], version: tuple[int, ...], *, knows_daft: bool) -> Problem:
    first, *others = group
    use = first.use
    gone = not use.life.holds(version)
    places = f" ({len(group)} places)" if others else ""
    return Problem(
        span=first.span,
        message=f"{_message(use, version)}{places}",
        remedy=_together(group),
        on_ray=False,
        severity=Severity.ERROR if gone else Severity.INFO,
        at_most=Confidence.POSSIBLE if use.expected else Confidence.CERTAIN,
        assumptions=(UNKNOWN_DAFT,) if gone and not knows_daft else (),
        related=(
            Related(first.of, _use_text(use)),
            *(Related(other.span, "used here too") for other in others[:_MOST_RELATED]),
        ),
        counts_in_tests=True,
        last_daft=_last_release(use, version),
    )


def _use_text(use: ChangedUse) -> str:
    owner = use.member.owner
    if use.parameter is not None:
        return f"this calls `{owner}.{use.member.name}`"
    return f"this is `{owner}`" if owner.startswith("daft") else f"this is Daft's `{owner}`"


def _message(use: ChangedUse, version: tuple[int, ...]) -> str:
    import ast

    from daft_lint.daft_api.table import shown

    name = f"{use.member.owner}.{use.member.name}"
    is_import = isinstance(use.node, ast.alias)
    error = "ImportError" if is_import else "TypeError" if use.parameter else "AttributeError"
    what = f"has no `{use.parameter}` in `{name}`" if use.parameter else f"has no `{name}`"
    if use.life.holds(version):
        what = f"the `{use.parameter}` of `{name}`" if use.parameter else f"`{name}`"
        return f"Daft {shown(use.subject.goes or ())} removes {what}"
    last = _last_release(use, version)
    if last is not None and last[: len(version)] == version:
        return f"Daft after {shown(last)} {what}: this raises {error}"
    when = f"added in {shown(use.life.first or ())}" if last is None else f"last in {shown(last)}"
    return f"Daft {shown(version)} {what} ({when}): this raises {error}"


def _last_release(use: ChangedUse, version: tuple[int, ...]) -> tuple[int, ...] | None:
    """The last release that has what is used, before 0.6 its line; None where `version` has it.

    None also where it only came later.
    """
    life = use.life
    if life.holds(version) or (life.first is not None and life.begins_after(version)):
        return None
    last = life.last or ()
    return last if last >= (0, 6) else last[:2]


def _together(group: list[_Mended]) -> Fix:
    """One fix of all uses; of those whose edits touch, the first is mended, the others later."""
    edits: list[Edit] = []
    for mended in group:
        if not any(_touches(new, old) for new in mended.fix.edits for old in edits):
            edits += mended.fix.edits
    messages = list(dict.fromkeys(mended.fix.message for mended in group))
    safety = group[0].fix.safety if edits else Safety.DISPLAY_ONLY
    return Fix("; ".join(messages), safety, tuple(edits))


def _touches(edit: Edit, other: Edit) -> bool:
    if edit == other:
        return False
    a, b = edit.span, other.span
    return a.path == b.path and a.start <= b.end and b.start <= a.end
