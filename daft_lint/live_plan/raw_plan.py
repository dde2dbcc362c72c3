"""The raw plan of a DataFrame: Daft's text, before anything was read from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from daft_lint.records import dataclass, field


@dataclass(frozen=True, slots=True)
class PlanText:
    """One plan in the words of Daft.

    `ascii` is the tree that `DataFrame.explain` prints. `json` is the same tree with its schemas,
    as `LogicalPlanBuilder.repr_json` gives it; None where a version has none (Daft 0.6.4).
    """

    ascii: str
    json: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """The call in a program that made the top of a plan.

    `method` is what the program calls, such as `with_column` or `read_parquet`. It stands in `file`
    on `line` to `end_line` (from 1); `end_column` counts the UTF-8 bytes of the last line up to the
    end of the call, None where Python doesn't know (before 3.11). The plan has `nodes` nodes in all
    right after it. `inputs` made the plans that it was called on and with, in the order of the
    plan's children; none for a source. `number` is the same wherever it is the same call of one
    run, and another one each time that it is called; 0: unknown.
    """

    method: str
    file: str
    line: int
    end_line: int
    end_column: int | None
    nodes: int
    inputs: tuple[Made, ...] = ()
    number: int = 0

    def each(self) -> Iterator[Made]:
        """All calls that made the plan, those of inputs first."""
        for branch in self.inputs:
            yield from branch.each()
        yield self


@dataclass(frozen=True, slots=True)
class RawPlan:
    """A DataFrame's plan, as Daft tells it without running anything.

    `version` is Daft's: `0.7.26`. `runner` is the one that Daft has chosen in this process, `ray`
    or `native`, None as long as it has not. `written` is the plan as the program built it,
    `optimised` the one that Daft would run. `kinds` are `row-wise`, `batch` or `generator` for UDFs
    by the names that the plan gives them, where a Python object tells. `made` is None where the
    program wasn't watched. `morsel_rows` are those of a morsel of a UDF without batch_size, None
    where unknown. `on_ray` is the physical plan for Ray where a setting gives Ray other scan tasks
    than the optimised plan has; None: it has the same, empty: Daft can't make that plan.
    """

    version: str
    runner: str | None
    written: PlanText
    optimised: PlanText
    kinds: Mapping[str, str] = field(default_factory=dict)
    made: Made | None = None
    morsel_rows: int | None = None
    on_ray: str | None = None
