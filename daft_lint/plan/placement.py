"""Where `ray_options` place the actors of a UDF."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.records import dataclass

Resources = tuple[tuple[str, float], ...]
"""Custom resources of Ray by name, in the order of the names."""

_RESOURCES = "resources"
_OF_EVERY_NODE = frozenset({"CPU", "GPU", "memory", "object_store_memory"})
_OF_ONE_NODE = ("node:", "accelerator_type:")

_ELSEWHERE = frozenset(
    {
        "allow_out_of_order_execution",
        "concurrency_groups",
        "enable_task_events",
        "get_if_exists",
        "lifetime",
        "max_concurrency",
        "max_pending_calls",
        "max_restarts",
        "max_task_retries",
        "memory",
        "name",
        "namespace",
        "num_cpus",
        "num_gpus",
        "runtime_env",
    }
)
"""Options of an actor (Ray 2.60) that choose no node; Daft 0.7.26 refuses three of them."""

_STRATEGY = "scheduling_strategy"
_DAFTS_STRATEGY = "SPREAD"


@dataclass(frozen=True, slots=True)
class Placement:
    """What places actors, besides Daft, which spreads them over the workers.

    `resources` are the custom resources that one actor asks for. With `more`, something else
    decides too: a label selector, a scheduling strategy, options that can't be read.
    """

    resources: Resources = ()
    more: bool = False


UNREADABLE = Placement(more=True)
"""`ray_options` with unknown contents."""


def custom_resources(of_node: Mapping[str, float]) -> Resources:
    """The custom ones among all resources that Ray lists for a node."""
    return tuple(
        sorted(
            (name, amount)
            for name, amount in of_node.items()
            if name not in _OF_EVERY_NODE and not name.startswith(_OF_ONE_NODE)
        )
    )


def placement_of(
    options: Mapping[str, object], before: Placement | None = None
) -> Placement | None:
    """How `ray_options` place actors; None when they leave it to Daft.

    Any value that is no number, text, mapping or None stands for an unknown one. With `before`,
    these are laid over others, as `with_ray_options` does.
    """
    before = before or Placement()
    resources = _amounts(options[_RESOURCES]) if _RESOURCES in options else before.resources
    more = before.more or resources is None or any(map(_decides, options.items()))
    found = Placement(resources or (), more)
    return None if found == Placement() else found


def _amounts(asked: object) -> Resources | None:
    """The resources that a mapping asks for, without zeros; None where one is unknown."""
    if asked is None:
        return ()
    if not isinstance(asked, Mapping):
        return None
    amounts: list[tuple[str, float]] = []
    for name, amount in asked.items():
        if not isinstance(name, str) or not isinstance(amount, int | float):
            return None
        if amount > 0:
            amounts.append((name, amount))
    return tuple(sorted(amounts))


def _decides(option: tuple[str, object]) -> bool:
    """Whether an option besides the resources may choose nodes."""
    name, value = option
    if name in _ELSEWHERE or name == _RESOURCES:
        return False
    if name == _STRATEGY:
        # Without one, Ray packs actors: only the one that Daft sets anyway changes nothing.
        return value != _DAFTS_STRATEGY
    return value is not None and value != {}
