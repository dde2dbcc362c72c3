"""Records what the actors of a pool do, from outside: Ray runs `install` in every worker process.

It is a module of its own, which workers find by PYTHONPATH, so that they start as they always do. A
function that is part of a runtime environment costs each of them another Python start.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

HOOK = f"{__name__}.install"
FOLDER = "RECORDED_IN"


def install() -> None:
    """Wrap Daft's UDF actor: each start and each call becomes a line in a file of the process."""
    import daft.execution.ray_actor_pool_udf as pool
    import ray

    folder = Path(os.environ[FOLDER])
    actor = pool.UDFActor.__ray_metadata__.modified_class
    start, work = actor.__init__, actor.eval_input

    def tell(rows: int, began: float) -> None:
        line = json.dumps([ray.get_runtime_context().get_actor_id(), rows, began, time.time()])
        with (folder / f"{os.getpid()}.jsonl").open("a") as log:
            log.write(f"{line}\n")

    def started(self, *args, **kwargs):
        start(self, *args, **kwargs)
        tell(0, time.time())

    def worked(self, morsel):
        began = time.time()
        result = work(self, morsel)
        tell(len(result), began)
        return result

    actor.__init__, actor.eval_input = started, worked
