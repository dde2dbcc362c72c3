import settings


def run(df):
    return df.select(settings.path_udfs.Same(df["x"]))
