from typing import Final

ROWS: int = 1_000
TASKS: Final = 2
BATCH: Final[int] = ROWS // TASKS
