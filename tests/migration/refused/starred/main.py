from starred_udfs import *


def run(df):
    return df.select(Same(df["x"]))
