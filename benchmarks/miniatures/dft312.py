"""A loop over a batch calls the model for each row; a method that hands the batch on, 16 times."""

from __future__ import annotations

RULE = "DFT312"
FAULT = "`[model.encode(text) for text in texts.to_pylist()]`"
REMEDY = "`model.encode(texts.to_pylist())`"
MEASURES = "calls of the model for 1,000 rows in batches of 64"
UNIT = "calls"
RUNNER = "native"


class _Model:
    """Counts its calls; the actor is in this process, for it asks for no pool."""

    calls = 0

    def encode(self, texts: list[str]) -> list[str]:
        _Model.calls += 1
        return texts


def before() -> float:
    """With the fault."""
    return _calls(by_row=True)


def after() -> float:
    """With the remedy."""
    return _calls(by_row=False)


def _calls(*, by_row: bool) -> float:
    import daft

    _Model.calls = 0

    @daft.cls
    class Embed:
        def __init__(self) -> None:
            self.model = _Model()

        @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
        def __call__(self, texts: daft.Series) -> list[str]:
            rows = texts.to_pylist()
            if by_row:
                return [self.model.encode([row])[0] for row in rows]
            return self.model.encode(rows)

    frame = daft.from_pydict({"text": [str(number) for number in range(1000)]})
    frame.select(Embed()(daft.col("text")).alias("made")).collect()
    return float(_Model.calls)
