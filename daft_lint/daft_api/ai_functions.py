"""Daft's AI functions: UDFs of Daft itself, with the options of their providers.

Source: daft/functions/ai/__init__.py, daft/functions/llm.py and daft/ai of Daft 0.7.26. A provider
of transformers asks for one actor on each GPU of the cluster, and for no pool where it has none.
Those that call a service are async, and no pool either. `daft.set_provider` changes the provider of
calls that name none.
"""

from __future__ import annotations

from collections.abc import Collection

from daft_lint.plan.pipeline import Udf, UdfKind
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.values.values import Arguments, Nothing, Text, as_quantity

_LOCAL = "transformers"
_SERVICES = frozenset({"google", "lm_studio", "openai"})


@dataclass(frozen=True, slots=True)
class _AiFunction:
    """How an AI function calls its model: the provider if none is named, and in which batches."""

    provider: str
    kind: UdfKind = UdfKind.BATCH
    takes_batch_size: bool = False
    is_async: bool = False


_FUNCTIONS = {
    "classify_image": _AiFunction(_LOCAL),
    "classify_text": _AiFunction(_LOCAL),
    "embed_image": _AiFunction(_LOCAL, takes_batch_size=True),
    "embed_text": _AiFunction(_LOCAL, takes_batch_size=True),
    "prompt": _AiFunction("openai", UdfKind.ROW, is_async=True),
}
_GENERATOR_BATCHES = {"vllm": 1024, "openai": 128}


def ai_udf(
    name: str, arguments: Arguments, span: Span, set_providers: Collection[str | None]
) -> Udf | None:
    """The UDF that an AI function makes; None when it is none, or its provider isn't known.

    `set_providers` are those that the program sets for calls that name none, None for one that
    isn't known.
    """
    if name == "llm_generate":
        return _generator(arguments, span)
    function = _FUNCTIONS.get(name)
    if function is None or not arguments.complete:
        return None
    chosen = next(iter(set_providers)) if len(set_providers) == 1 else None
    default = function.provider if function.is_async or not set_providers else chosen
    provider = _provider(arguments, default)
    # Whichever provider it is, `prompt` runs without a pool.
    if provider not in {_LOCAL, *_SERVICES} and not (provider is None and function.is_async):
        return None
    is_async = function.is_async or provider in _SERVICES
    pool = Udf(
        name,
        span,
        function.kind,
        is_async,
        False,
        _number(arguments, "concurrency"),
        _number(arguments, "batch_size") if function.takes_batch_size else None,
        gpus=_number(arguments, "num_gpus"),
    )
    fills = provider == _LOCAL and pool.concurrency is None and pool.gpus is None
    return replace(pool, fills_gpus=fills)


def _generator(arguments: Arguments, span: Span) -> Udf | None:
    """`llm_generate`: a legacy UDF with a pool of one actor by default."""
    provider = _provider(arguments, "vllm", 2)
    if provider not in _GENERATOR_BATCHES or not arguments.complete:
        return None
    default = Origin(OriginKind.ENGINE, f"llm_generate with {provider}")
    return Udf(
        "llm_generate",
        span,
        UdfKind.BATCH,
        False,
        True,
        _number(arguments, "concurrency", 3) or exactly(1, default),
        _number(arguments, "batch_size", 4) or exactly(_GENERATOR_BATCHES[provider], default),
        _number(arguments, "num_cpus", 5),
        _number(arguments, "num_gpus", 6),
    )


def _provider(arguments: Arguments, default: str | None, place: int | None = None) -> str | None:
    given = arguments.get(place, "provider")
    if given is None or isinstance(given, Nothing):
        return default
    return given.exact if isinstance(given, Text) else None


def _number(arguments: Arguments, name: str, place: int | None = None) -> Quantity | None:
    given = arguments.get(place, name)
    return None if given is None or isinstance(given, Nothing) else as_quantity(given)
