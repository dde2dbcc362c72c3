"""DFT206: a repartition on the native runner, where it does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Fix, Related, Safety
from daft_lint.plan.changes import Removal
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS


@rule("DFT206", "repartition-on-native", needs_work=True, since="0.1.0")
def repartition_on_native(case: Case) -> Iterator[Problem]:
    """A repartition on the native runner, where it does nothing but warn.

    ## What it does

    Fires on `repartition` and `into_partitions` where the native runner is certain: the code sets
    it in every run, or the configuration says `runner = "native"`.

    ## Why it is bad

    The native runner has no partitions. It ignores the step and warns at run time. A UDF that was
    meant to get smaller pieces still gets large ones.

    ## Example

    ```python
    daft.set_runner_native()
    df = daft.read_parquet(path).repartition(16)
    ```

    ## Use instead

    ```python
    daft.set_runner_native()
    df = daft.read_parquet(path).into_batches(1_000)
    ```

    Or nothing at all, when the UDF has a `batch_size`.

    ## Fix safety

    Removing the step is safe: the native runner passes all rows on, in their order. The fix doesn't
    put an `into_batches` in its place.

    ## References

    - `DataFrame.repartition` and `DataFrame.into_partitions` in Daft 0.7.26
    """
    yield from case.everywhere(_ignored)


def _ignored(case: Case) -> Iterator[Problem]:
    if not case.runs_on_native:
        return
    origin = case.pipeline.runner.origin
    set_here = origin.span if origin is not None else None
    related = (Related(set_here, "the native runner is set here"),) if set_here is not None else ()
    for step in case.written_steps:
        if step.kind in REPARTITIONS:
            message = f"remove this `{step.method}`, or cut the rows with .into_batches(n)"
            yield Problem(
                span=step.span,
                message=f"the native runner ignores `{step.method}`: it has no partitions",
                remedy=Fix(message, Safety.SAFE, changes=(Removal(step),)),
                on_ray=False,
                related=related,
            )
