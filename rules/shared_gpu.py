"""DFT114: a UDF with GPUs but no pool, whose calls all use the first GPU."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.unit import Unit
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.predict import WorkPrediction


@rule("DFT114", "shared-gpu", needs_work=True, since="0.1.0")
def shared_gpu(case: Case) -> Iterator[Problem]:
    """All calls of a UDF use the first GPU, because nothing gives each one its own.

    ## What it does

    Fires on UDFs that ask for GPUs and put something on one in their code (`.to("cuda")`,
    `device="cuda"`, `LLM(...)`), where a worker has two or more GPUs. On Ray, it fires on those
    without a pool; on the native runner on pools too. If nothing says how many GPUs a worker has,
    the finding is only `possible`.

    ## Why it is bad

    Only an actor of a pool on Ray gets a GPU of its own. A UDF without a pool runs in the worker's
    own process, which sees all GPUs, and `cuda` is the first of them. `gpus=1` only bounds how many
    tasks run at once: two tasks share the first GPU, and its memory, while the second does nothing.

    Measured on Daft 0.7.26 with Ray and two workers of two GPUs: all eight calls of a UDF with
    `gpus=1` saw the GPUs 0 and 1. The actors of a pool saw one each. On the native runner, the
    processes of a pool saw both.

    ## Example

    ```python
    @daft.cls(gpus=1)
    class Embed:
        def __init__(self):
            self.model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")
    ```

    ## Use instead

    On Ray, one actor for each GPU:

    ```python
    @daft.cls(gpus=1, max_concurrency=8)
    class Embed:
        def __init__(self):
            self.model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")
    ```

    ## Fix safety

    How many actors to run is a decision about your cluster, so it is left to you.

    ## References

    - [Work without a pool](../work-without-a-pool.md)
    """
    gpus = case.pipeline.cluster.gpus_per_worker
    if gpus is not None and gpus.high < 2:
        return
    on_ray = case.runs_on_ray_if_anything
    if gpus is None and not on_ray:
        return
    for work in case.judged.work:
        asked = work.call.udf.gpus
        several = work.unit is Unit.PROCESS and work.actors.low > 1
        takes = work.call.udf.uses_gpu and asked is not None and asked.low > 0
        if takes and (several or work.unit is Unit.WORKER):
            yield _problem(case, work, on_ray=on_ray)


def _problem(case: Case, work: WorkPrediction, *, on_ray: bool) -> Problem:
    gpus, udf = case.pipeline.cluster.gpus_per_worker, work.call.udf
    seen = "all GPUs" if gpus is None or not gpus.known else f"all {gpus} GPUs"
    who = "has no pool: its calls see" if work.unit is Unit.WORKER else "has processes that see"
    where = "of their worker" if on_ray else "of the machine"
    pool = "give it a pool, max_concurrency=... of `@daft.cls`, with an actor for each GPU"
    choose = "choose a GPU for each process in `__init__`, or use a pool on Ray, which does"
    is_sure = gpus is not None and gpus.low >= 2
    return Problem(
        span=work.call.span,
        message=f"`{udf.name}` {who} {seen} {where}, and all use the one that its code names: "
        "`cuda` is GPU 0",
        remedy=pool if on_ray else choose,
        rests_on=() if gpus is None else (gpus,),
        on_ray=on_ray,
        severity=Severity.WARNING,
        at_most=Confidence.CERTAIN if is_sure else Confidence.POSSIBLE,
        related=(Related(udf.span, f"`{udf.name}` is defined here"),),
        call=work.call,
    )
