"""Numbers that all modules share."""

from dataclasses import dataclass

NODES = 2
GPUS_PER_NODE = 2
GPUS = NODES * GPUS_PER_NODE
BATCH = 32

IMAGES = "s3://media/images/*.jpg"
CATALOGUE = "s3://media/catalogue/*.parquet"


@dataclass(frozen=True)
class Tuning:
    """What a job may choose."""

    taggers: int = 8
    batch_rows: int = 64_000
