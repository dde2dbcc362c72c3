from .good import ROWS as BATCH
