"""Where rows come from."""

import daft

from . import config


def images() -> daft.DataFrame:
    """Paths of all images: a listing is one partition, however many files there are."""
    return daft.from_glob_path(config.IMAGES)


def catalogue() -> daft.DataFrame:
    """Eight files, one partition each."""
    return daft.read_parquet(config.CATALOGUE)
