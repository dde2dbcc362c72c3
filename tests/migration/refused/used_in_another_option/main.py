from other_udfs import Same


def run(df):
    return df.select(Same.override_options(memory_bytes=1000)(df["x"]))
