def without_debug(df):
    for name in ("debug", "id"):
        df = df.exclude(name)
    return df


def write(df, debug=False):
    if not debug:
        df = df.exclude("debug")
    df.write_parquet("out")
