"""DFT304: a model or client built by every call of a UDF."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.project import may_import
from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.pipeline import UdfKind
from daft_lint.rule import Definition, Problem, definition_rule
from daft_lint.rule_parts.class_form import class_decorator

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction
    from daft_lint.udf_code.loads_per_call import Load

# A batch of so many rows may well be worth a load of its own.
_LARGE = 1000
# What Daft cuts rows into where nothing else does.
_LARGEST = 131_072


@definition_rule("DFT304", "model-load-per-call", since="0.1.0")
def model_load_per_call(definition: Definition) -> Iterator[Problem]:
    """A model or client that every call of a UDF creates again.

    ## What it does

    Looks for well-known loaders in what Daft calls for each row or batch: models and tokenizers
    (`transformers`, `sentence_transformers`, `torch.load`, `spacy.load`, `vllm.LLM`, ...), and in
    UDFs over single rows also clients (`boto3.client`, `openai.OpenAI`, database connections, ...).
    Functions and private methods of the same file are followed two calls deep.

    Loads aren't reported if they run only under a condition, are kept (`self.model = ...`, a
    global, a cache), come from a function with a decorator such as `functools.cache`, depend on the
    row, or are opened by a `with`. If known code only calls the function on plain values, the
    finding is `possible`.

    ## Why it is bad

    Daft calls a function UDF once for each row, and a batch UDF once for each batch. It makes one
    object of a `@daft.cls` class in each process that runs it, and calls `__init__` once.

    Measured on Daft 0.7.26 with 1,000 rows: a load in a function ran 1,000 times; in a batch
    function with `batch_size=100` 10 times; in the `__init__` of a class once, and with
    `max_concurrency=2` twice. A client costs too: 5 ms for `boto3.client("s3")`, 51 ms for
    `openai.OpenAI()`, 44 ms for `httpx.Client()` on one core, each time.

    ## Example

    ```python
    @daft.func
    def sentiment(text: str) -> str:
        classify = pipeline("sentiment-analysis")
        return classify(text)[0]["label"]
    ```

    ## Use instead

    ```python
    @daft.cls
    class Sentiment:
        def __init__(self) -> None:
            self.classify = pipeline("sentiment-analysis")

        def __call__(self, text: str) -> str:
            return self.classify(text)[0]["label"]
    ```

    ## Fix safety

    A class must be instantiated where it is used, and may need `max_concurrency` to fit its models
    into memory, so the change is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Class UDFs" in Daft's documentation
    """
    from daft_lint.udf_code.known_calls import Built
    from daft_lint.udf_code.loads_per_call import loads_of

    for function in _called_for_rows(definition):
        by_row = function.kind is not UdfKind.BATCH
        for load in loads_of(definition.udf, function):
            if load.built is Built.MODEL or by_row:
                yield _problem(definition, function, load)


def _called_for_rows(definition: Definition) -> Iterator[UdfFunction]:
    """What Daft calls with rows, without methods that `__init__` uses or that take no column."""
    from daft_lint.values.values import UdfForm

    udf = definition.udf
    used_once = {
        node.attr
        for other in udf.others
        if other.name in {"__init__", "__post_init__", "__setstate__"}
        for node in other.names.walk(*other.node.body)
        if isinstance(node, ast.Attribute)
    }
    for function in udf.functions:
        of_class = udf.form is UdfForm.CLS and function.name != "__call__"
        own = [each for each in function.node.decorator_list if each is not function.decorator]
        if of_class and (own or not function.parameters or function.name in used_once):
            continue
        yield function


def _problem(definition: Definition, function: UdfFunction, load: Load) -> Problem:
    often, warns = _how_often(definition, function)
    related = [Related(function.span, f"Daft calls `{function.name}` {often.partition(',')[0]}")]
    if load.at != load.span:
        related.append(Related(load.at, f"`{load.name}` is called here"))
    return Problem(
        span=load.span,
        message=f"`{load.name}` runs {often}; in the `__init__` of a {class_decorator(definition)} "
        "class it runs once in each process",
        remedy=_remedy(definition, load),
        severity=Severity.WARNING if warns else Severity.INFO,
        at_most=Confidence.POSSIBLE if _has_no_rows(definition) else Confidence.CERTAIN,
        related=tuple(related),
    )


def _has_no_rows(definition: Definition) -> bool:
    """Whether it is only called on plain values, as far as the project shows."""
    from daft_lint.udf_code.eager import is_only_eager

    udf = definition.udf
    if definition.uses or udf.functional or not is_only_eager(udf):
        return False
    return not may_import(definition.project, udf.span.path, udf.name)


def _how_often(definition: Definition, function: UdfFunction) -> tuple[str, bool]:
    """How often Daft calls it, and whether that is often for sure."""
    from daft_lint.values.values import Number

    if function.kind is not UdfKind.BATCH:
        return "for each row", True
    option = function.option("batch_size") or definition.udf.option("batch_size")
    if option is not None and isinstance(option.value, Number) and option.value.quantity.known:
        size = option.value.quantity
        times = math.ceil(1000 / max(size.low, 1))
        often = "once" if times == 1 else f"{times:,} times"
        return f"for each batch of {size} rows, {often} for 1,000 rows", size.low < _LARGE
    return f"for each batch, of up to {_LARGEST:,} rows", False


def _remedy(definition: Definition, load: Load) -> str:
    from daft_lint.values.values import UdfForm

    udf = definition.udf
    if udf.form is UdfForm.CLS:
        return f"call `{load.name}` in `__init__`, and keep the result in `self`"
    if udf.form is UdfForm.LEGACY and len(udf.others) > 0:
        return f"call `{load.name}` in `__init__`, and set a concurrency"
    decorator = class_decorator(definition)
    return f"make `{udf.name}` a {decorator} class that calls `{load.name}` in `__init__`"
