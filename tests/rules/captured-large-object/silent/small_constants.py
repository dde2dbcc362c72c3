import logging
import re

import daft

STOP_WORDS = {"a", "an", "the"}
LABELS = [f"label {number}" for number in range(1000)]
WORD = re.compile(r"[a-z]+")
ROWS = range(10_000_000)
log = logging.getLogger(__name__)


@daft.func
def words(text: str) -> int:
    log.debug("%s", text)
    return sum(word not in STOP_WORDS for word in WORD.findall(text)) + len(LABELS) + len(ROWS)
