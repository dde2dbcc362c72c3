def without_vectors(df):
    for name in ("debug", "vector"):
        df = df.exclude(name)
    return df


def write(df, debug=False):
    if not debug:
        df = df.exclude("vector")
    df.write_parquet("out")
