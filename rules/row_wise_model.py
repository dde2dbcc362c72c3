"""DFT312: a model on a GPU that gets one row in each call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.index.traversal import dotted
from daft_lint.plan.pipeline import UdfKind
from daft_lint.rule import Definition, Problem, definition_rule

if TYPE_CHECKING:
    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction

    Models = dict[str, tuple[str, Span]]

# Prepares what a model gets, on the CPU.
_PREPARES = re.compile(r"Processor|Tokenizer|FeatureExtractor|Config|Vocab")
# Take one text, picture or recording in a call, however many there are.
_TAKES_ONE = re.compile(
    r"easyocr|fasttext|faster_whisper|insightface|joblib|llama_cpp|paddleocr|pyannote|spacy|stanza"
    r"|whisper"
)
_INFERS = re.compile(
    r"chat|classify|detect|embed\w*|encode\w*|forward|generate|get_\w+_features|infer|ocr|predict"
    r"|readtext|run|score|transcribe|translate"
)
# Give the rows of what they are called with, one by one.
_ONE_BY_ONE = frozenset({"enumerate", "list", "tqdm", "zip"})
_TO_LIST = frozenset({"to_arrow", "to_numpy", "to_pylist", "tolist"})


@definition_rule("DFT312", "row-wise-model", since="0.1.0")
def row_wise_model(definition: Definition) -> Iterator[Problem]:
    """A model on a GPU that is called for one row after another, whatever the batch_size.

    ## What it does

    Looks at classes that ask for GPUs, and whose `__init__` loads a model with a well-known loader
    (`transformers`, `sentence_transformers`, `ultralytics.YOLO`, `torch.load`, ...). It fires if a
    batch method calls that model in a loop over the rows, or if a method over single rows calls it.

    Loops over slices of a batch, processors and tokenizers, and models that take one item in a call
    (`whisper`, `easyocr`, ...) aren't reported. A class with GPUs whose calls can't be followed
    isn't reported. If a loop may run over something other than rows, the finding is only
    `possible`.

    ## Why it is bad

    A GPU works on many rows at once. A GPU that gets a single row per call waits for the next one
    most of the time, and `batch_size` doesn't change that.

    Counted on Daft 0.7.26 with 1,000 rows and `batch_size=64`: a method with the loop called the
    model 1,000 times, one that passes on the batch 16 times.

    ## Example

    ```python
    @daft.cls(gpus=1, max_concurrency=4)
    class Embed:
        def __init__(self):
            self.model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")

        @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
        def __call__(self, texts: Series):
            return [self.model.encode(text) for text in texts.to_pylist()]
    ```

    ## Use instead

    ```python
    @daft.cls(gpus=1, max_concurrency=4)
    class Embed:
        def __init__(self):
            self.model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")

        @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
        def __call__(self, texts: Series):
            return list(self.model.encode(texts.to_pylist()))
    ```

    ## Fix safety

    How to pass a batch differs from model to model, so the change is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    udf = definition.udf
    gpus = _gpus(udf)
    models = _models(udf) if gpus else {}
    for function in udf.functions if models else ():
        if function.kind is UdfKind.ROW:
            called = next(_calls(function, function.node.body, models), None)
            if called is not None and _is_marked(function):
                yield _problem(definition, function, called, None, models, certain=True)
        elif function.kind is UdfKind.BATCH:
            yield from _in_loops(definition, function, models)


def _gpus(udf: UdfDefinition) -> bool:
    """Whether the class asks for GPUs."""
    from daft_lint.values.values import Number, UdfForm

    option = udf.option("gpus") if udf.form is UdfForm.CLS else udf.option("num_gpus")
    return option is not None and isinstance(option.value, Number) and option.value.quantity.low > 0


def _is_marked(function: UdfFunction) -> bool:
    """Whether Daft surely calls it with rows; another public method may be called by the class."""
    return function.name == "__call__" or function.decorator is not None


def _models(udf: UdfDefinition) -> Models:
    """The attributes that `__init__` sets to models, each with what loads it, and where."""
    from daft_lint.udf_code.known_calls import Built, built_by

    found: Models = {}
    made = [other for other in udf.others if other.name == "__init__"]
    for method in made:
        for node in method.names.walk(*method.node.body):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                continue
            loader = method.names.qualified(_first_call(node.value).func)
            if loader is None or built_by(loader) is not Built.MODEL:
                continue
            if _PREPARES.search(loader) or _TAKES_ONE.match(loader):
                continue
            for target in node.targets:
                path = dotted(target)
                if path.startswith("self."):
                    found[path] = loader, method.names.span(node)
    return found


def _first_call(call: ast.Call) -> ast.Call:
    """The call that a chain begins with: `load(...)` of `load(...).to("cuda").eval()`."""
    while isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
        call = call.func.value
    return call


def _calls(function: UdfFunction, body: Sequence[ast.AST], models: Models) -> Iterator[ast.Call]:
    """The calls of models in some code: of the object itself, or of a method that infers."""
    for node in function.names.walk(*body):
        if isinstance(node, ast.Call):
            path = dotted(node.func)
            owner, _, method = path.rpartition(".")
            if path in models or (owner in models and _INFERS.fullmatch(method)):
                yield node


def _in_loops(definition: Definition, function: UdfFunction, models: Models) -> Iterator[Problem]:
    """The first call of a model in each loop over rows; one in a branch may get rows put aside."""
    names = function.names
    for node in names.walk(*function.node.body):
        body: Sequence[ast.AST]
        if isinstance(node, ast.For | ast.AsyncFor):
            over, body = node.iter, node.body
        elif isinstance(node, ast.ListComp | ast.GeneratorExp):
            over, body = node.generators[0].iter, [node.elt]
        else:
            continue
        of_rows = _is_of_rows(over, function)
        called = next(_calls(function, body, models), None) if of_rows is not None else None
        if called is not None:
            branches = (part for part in names.walk(*body) if isinstance(part, ast.If))
            in_branch = any(called in set(names.walk(branch)) for branch in branches)
            certain = of_rows is True and not in_branch
            yield _problem(definition, function, called, node, models, certain=certain)


def _is_of_rows(over: ast.expr, function: UdfFunction) -> bool | None:
    """Whether a loop goes over rows: True surely, False perhaps, None: over something else."""
    from daft_lint.udf_code.dependence import depending
    from daft_lint.udf_code.targets import without_star

    match over:
        case ast.Call(ast.Name(name), [first, *_]) if name in _ONE_BY_ONE:
            return _is_of_rows(without_star(first), function)
        case ast.Call(ast.Attribute(ast.Name() as owner, method)) if method in _TO_LIST:
            return _is_of_rows(owner, function)
        case ast.Name(name) if name in function.parameters:
            return True
        case ast.Name(name):
            is_bound_once = function.names.is_bound_once(over)
            for node in function.names.walk(*function.node.body) if is_bound_once else ():
                if isinstance(node, ast.Assign) and name == dotted(node.targets[0]):
                    return _is_of_rows(node.value, function)
            rows = depending(function.node, frozenset(function.parameters))
            return False if name in rows else None
    return None


def _problem(
    definition: Definition,
    function: UdfFunction,
    called: ast.Call,
    loop: ast.stmt | ast.expr | None,
    models: Models,
    *,
    certain: bool,
) -> Problem:
    names = function.names
    written = names.code(called.func)
    size = function.option("batch_size") or definition.udf.option("batch_size")
    brings = "its `batch_size` doesn't help" if size is not None else "the GPU never gets a batch"
    loader, place = next(model for path, model in models.items() if written.startswith(path))
    related = [Related(place, f"the model is loaded here, by `{loader}`")]
    if loop is not None:
        related.append(Related(names.span(loop), "this loop runs over the rows"))
    if loop is None:
        what = (
            "make it a `@daft.method.batch` with a `batch_size`, and pass the model the whole batch"
        )
    else:
        what = "pass the model the whole batch in one call"
    return Problem(
        span=names.span(called),
        message=f"`{written}` gets one row per call: {brings}",
        remedy=what,
        on_ray=False,
        severity=Severity.WARNING,
        at_most=Confidence.CERTAIN if certain else Confidence.POSSIBLE,
        related=tuple(related),
    )
