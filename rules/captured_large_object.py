"""DFT307: a UDF that is pickled together with something large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.rule import Definition, Problem, definition_rule
from daft_lint.rule_parts.class_form import class_decorator

if TYPE_CHECKING:
    from daft_lint.udf_code.captures import Captured

# What comes with a model and holds no weights.
_SMALL = ("Tokenizer", "Processor", "FeatureExtractor")


@definition_rule("DFT307", "captured-large-object", since="0.1.0")
def captured_large_object(definition: Definition) -> Iterator[Problem]:
    """A UDF that uses a large outer object, which is pickled with it for every task.

    ## What it does

    Looks at the names that a UDF reads from its module or from an outer function. It fires if such
    a name is assigned once: to a model from a well-known loader, to a million elements or more, or
    to a client, lock or connection that can't be pickled at all. Arguments count too: `score(
    col("x"), weights)`, and `Score(weights)` of a `@daft.cls` class.

    Module functions passed to `daft.func(...)` in a call aren't reported, and neither is what other
    functions read: these are pickled by name.

    ## Why it is bad

    After decoration, the function's name in its module refers to the UDF instead. So the function
    is pickled with its code and with every global that the code reads, even if the module can be
    imported. A `@daft.cls` class is pickled in the same way, with what all of its methods read.

    Measured on Daft 0.7.26: the object is pickled once when the UDF is called with a column. On Ray
    it is then pickled once for the plan and once for each task (9 times with 8 partitions), and
    for a pool three times for each actor. On the native runner it isn't pickled again, unless the
    UDF runs in a process of its own.

    Arguments are pickled with it. With four partitions on Ray, one of a function was pickled eight
    times, one of a class six times, and of a class with two actors four times; on the native runner
    three times, once and twice.

    What can't be pickled raises `ValueError: Daft functions must be serializable` as soon as the
    UDF is called with a column, on both runners.

    ## Example

    ```python
    model = SentenceTransformer("all-MiniLM-L6-v2")


    @daft.func(return_dtype=DataType.list(DataType.float32()))
    def embed(text: str):
        return model.encode(text).tolist()
    ```

    ## Use instead

    ```python
    @daft.cls
    class Embed:
        def __init__(self) -> None:
            self.model = SentenceTransformer("all-MiniLM-L6-v2")

        @daft.method(return_dtype=DataType.list(DataType.float32()))
        def __call__(self, text: str):
            return self.model.encode(text).tolist()
    ```

    ## Fix safety

    A class must be instantiated where it is used, so the change is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `check_serializable` in `daft/udf/udf_v2.py` of Daft 0.7.26
    """
    from daft_lint.udf_code.captures import captured_by, given_to

    used = {use.call.span for use in definition.uses}
    for captured in (*captured_by(definition.udf), *given_to(definition.udf, used)):
        made = Related(captured.made, f"`{captured.name}` is made here")
        yield Problem(
            span=captured.use,
            message=_message(definition, captured),
            remedy=_remedy(definition, captured),
            rests_on=() if captured.elements is None else (captured.elements,),
            severity=_severity(captured),
            at_most=_surest(definition, captured),
            related=(made, Related(definition.udf.span, f"`{definition.udf.name}` is pickled")),
        )


def _severity(captured: Captured) -> Severity:
    if captured.unpicklable:
        return Severity.ERROR
    small = any(word in (captured.made_by or "") for word in _SMALL)
    return Severity.INFO if small else Severity.WARNING


def _surest(definition: Definition, captured: Captured) -> Confidence:
    """A test may want just this error, and other versions of a client may be picklable."""
    if captured.unpicklable:
        return Confidence.POSSIBLE if definition.is_test else Confidence.LIKELY
    return Confidence.CERTAIN


def _message(definition: Definition, captured: Captured) -> str:
    name, udf = f"`{captured.name}`", f"`{definition.udf.name}`"
    if captured.unpicklable:
        return (
            f"{name} can't be pickled, and {udf} is pickled with it: calling {udf} with a column "
            "raises ValueError"
        )
    what = f"{name}, which `{captured.made_by}` loads,"
    if captured.elements is not None:
        what = f"{name}, {captured.elements} elements,"
    if captured.given:
        return (
            f"{what} is an argument of {udf}, and pickled with it: on Ray once for the plan and at "
            "least once more for each task, or for each actor of a pool"
        )
    return (
        f"{what} is pickled with {udf}: once when it is called with a column, and on Ray once more "
        "for each task, or three times for each actor of a pool"
    )


def _remedy(definition: Definition, captured: Captured) -> str:
    from daft_lint.values.values import UdfForm

    if captured.given and definition.udf.form is UdfForm.CLS:
        return (
            f"give it the path or the numbers that `{captured.name}` is made of, and create it in "
            "`__init__`"
        )
    if definition.udf.form is UdfForm.CLS:
        return f"create `{captured.name}` in `__init__`, and keep it in `self`"
    udf = definition.udf.name
    decorator = class_decorator(definition)
    return f"make `{udf}` a {decorator} class that creates `{captured.name}` in `__init__`"
