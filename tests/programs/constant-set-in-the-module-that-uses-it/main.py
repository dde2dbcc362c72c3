import lib
from lib import STEPS


def spread(df):
    return df.into_partitions(8)


lib.PARTS = 8
lib.ACTORS = 1
lib.SIZES["batch"] = 7
STEPS.insert(0, spread)
lib.cut().write_parquet("cut")
lib.batched().write_parquet("batched")
lib.stepped().write_parquet("stepped")
