"""The recorder in the processes of Daft's UDF actors, unknown to the user's code.

Ray runs `install` in every worker process before anything else. It wraps the class of the actors of
a pool (`UDFActor` in `daft/execution/ray_actor_pool_udf.py`, Daft 0.6.4 to 0.7.26), so that each
start and each call of an actor is written to Ray's own key-value store, and so is each start of a
pool. A worker needs nothing of this on its disk, and an actor that is killed right after its last
call loses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from daft_lint.records import dataclass
from daft_lint.verification.messages import ActorLog, Call

NAMESPACE = b"daft-lint"


def make_hook(namespace: bytes = NAMESPACE) -> Callable[[], None]:
    """The function that records, needing nothing of this package where it runs."""

    def install() -> None:
        import json
        import sys
        import time

        def put(place: tuple[object, ...], value: object) -> None:
            from ray.experimental.internal_kv import _internal_kv_put

            key = "/".join(str(part) for part in place)
            try:
                _internal_kv_put(key, json.dumps(value), namespace=namespace)
            except Exception as error:
                print(f"daft-lint: something could not be recorded: {error}", file=sys.stderr)

        def legacy_names() -> list[str]:
            # An expression with a UDF of the old API doesn't hold its name. Ray copies the class of
            # an actor to the actor's process, so shared state must be in a module.
            legacy: Any = sys.modules.get("daft.udf.legacy")
            names: list[str] = legacy.__dict__.setdefault("_daft_lint_names", []) if legacy else []
            return names

        def wrap_actor(actor: Any) -> None:
            start, work = actor.__init__, actor.eval_input
            logged = [0]

            def tell(kind: str, what: object, began: float, ended: float) -> None:
                import ray

                context = ray.get_runtime_context()
                logged[0] += 1
                place = (context.get_job_id(), context.get_actor_id(), f"{began:.6f}", logged[0])
                put(place, [context.get_node_id(), kind, what, began, ended])

            def begin(self: Any, projection: Any, *args: Any, **options: Any) -> None:
                legacy_names().clear()
                start(self, projection, *args, **options)
                now = time.time()
                text = " ".join(str(expression) for expression in projection)
                for name in legacy_names():
                    text = text.replace("py_udf(", f"{name}(", 1)
                import ray

                tell("start", [text, [str(id_) for id_ in ray.get_gpu_ids()]], now, now)

            def eval_input(self: Any, morsel: Any) -> Any:
                began = time.time()
                result = work(self, morsel)
                tell("call", len(morsel), began, time.time())
                return result

            actor.__init__, actor.eval_input = begin, eval_input

        def wrap_legacy(made: Any) -> None:
            initialize = made.initialize

            def named(self: Any, *args: Any) -> Any:
                udf = initialize(self, *args)
                function = udf if hasattr(udf, "__qualname__") else type(udf)
                legacy_names().append(f"{function.__module__}.{function.__qualname__}")
                return udf

            made.initialize = named

        def wrap_start(pools: Any) -> None:
            start = pools.start_udf_actors

            async def start_and_log(projection: Any, asked: int, *args: Any) -> Any:
                import ray

                began = time.time()
                handles = await start(projection, asked, *args)
                actors = [handle.actor_id() for handle in handles]
                job = ray.get_runtime_context().get_job_id()
                put(("pool", job, f"{began:.6f}", actors[0]), [began, asked, actors])
                return handles

            pools.start_udf_actors = start_and_log

        import daft.execution.ray_actor_pool_udf as pools

        wrap_actor(pools.UDFActor.__ray_metadata__.modified_class)
        wrap_start(pools)
        try:
            from daft.udf.legacy import UninitializedUdf
        except ImportError:
            return
        wrap_legacy(UninitializedUdf)

    return install


install = make_hook()
"""The hook by an importable name, for a cluster whose workers have this package."""


@dataclass(frozen=True, slots=True)
class PoolStart:
    """The start of a pool: when, for how many actors, and the ids of those that it got."""

    began: float
    asked: int
    actors: tuple[str, ...]


def collect(job: str) -> tuple[ActorLog, ...]:
    """What the actors of a job have logged so far; this deletes it."""
    logged: dict[str, list[list[Any]]] = {}
    for key, value in _taken(f"{job}/"):
        logged.setdefault(key.split("/")[1], []).append(value)
    return tuple(_log(actor, events) for actor, events in logged.items())


def collect_starts(job: str) -> tuple[PoolStart, ...]:
    """The pools that a job has started so far, in order; this deletes them."""
    return tuple(
        PoolStart(began, asked, tuple(actors))
        for _, (began, asked, actors) in _taken(f"pool/{job}/")
    )


def _taken(prefix: str) -> Iterator[tuple[str, list[Any]]]:
    from ray.experimental.internal_kv import _internal_kv_del, _internal_kv_get, _internal_kv_list

    for key in sorted(_internal_kv_list(prefix.encode(), namespace=NAMESPACE)):
        value = _internal_kv_get(key, namespace=NAMESPACE)
        if value is not None:
            yield key.decode(), json.loads(value)
        _internal_kv_del(key, namespace=NAMESPACE)


def _log(actor: str, events: list[list[Any]]) -> ActorLog:
    starts = [(began, *what) for _, kind, what, began, _ in events if kind == "start"]
    calls = [Call(what, began, ended) for _, kind, what, began, ended in events if kind == "call"]
    return ActorLog(
        actor=actor,
        node=events[0][0],
        udf=str(starts[0][1]) if starts else "",
        starts=tuple(began for began, _, _ in starts),
        calls=tuple(sorted(calls, key=lambda call: call.start)),
        gpus=tuple(starts[0][2]) if starts else (),
    )
