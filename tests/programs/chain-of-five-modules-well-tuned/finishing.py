from embedding import embedded


def finish(path):
    embedded().write_parquet(path)
