"""A repartition that the native runner skips, with a warning each time."""

from __future__ import annotations

import logging
import warnings

RULE = "DFT206"
FAULT = "`repartition(8)` on the native runner"
REMEDY = "without it"
MEASURES = "warnings of Daft that it does nothing"
UNIT = "warnings"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _warnings(repartitioned=True)


def after() -> float:
    """With the remedy."""
    return _warnings(repartitioned=False)


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += "repartition" in record.getMessage().lower()


def _warnings(*, repartitioned: bool) -> float:
    import daft

    kept = _Kept()
    logging.getLogger("daft").addHandler(kept)
    try:
        with warnings.catch_warnings(record=True) as raised:
            warnings.simplefilter("always")
            frame = daft.range(100)
            (frame.repartition(8) if repartitioned else frame).collect()
    finally:
        logging.getLogger("daft").removeHandler(kept)
    return float(
        kept.count + sum("repartition" in str(message.message).lower() for message in raised)
    )
