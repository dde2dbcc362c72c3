import daft
import sizes
import udfs
from sizes import THIRD
from udfs import pool

FRAME = daft.range(1000)


def named_in_a_patch():
    df = daft.range(1000)
    df.with_column("v", pool(250).run(df["id"])).write_parquet("a")


def named_by_a_keyword():
    df = daft.range(1000)
    df.with_column("v", udfs.Pool(sizes.FIRST).run(df["id"])).write_parquet("b")


def named_to_a_setter():
    df = daft.range(1000)
    df.with_column("v", udfs.Pool(sizes.SECOND).run(df["id"])).write_parquet("c")


def set_where_it_was_imported():
    df = daft.range(1000)
    df.with_column("v", udfs.Pool(THIRD).run(df["id"])).write_parquet("d")


def of_a_frame():
    FRAME.with_column("v", udfs.Pool(250).run(FRAME["id"])).write_parquet("e")


def left_alone():
    df = daft.range(1000)
    column = udfs.Pool(sizes.LEFT_ALONE).run(df["id"])  # finds DFT102 certain: 4 of the 8 actors
    df.with_column("v", column).write_parquet("f")
