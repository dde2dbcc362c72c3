"""The files of a project that describe a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from daft_lint.documents.discovery import find_files
from daft_lint.documents.file_status import read_whole
from daft_lint.plan.cluster import Cluster
from daft_lint.settings.cluster_files.documents import MOST_BYTES
from daft_lint.settings.cluster_files.reader import read_cluster_file
from daft_lint.settings.places import Place, SettingsError

_YAML = ("*.yaml", "*.yml")
# One of these is in each file of a known format: nearly all others are ruled out without the cost
# of reading YAML.
_SIGNS = (b"ray.io/", b"node_type", b"cluster_name")
_MOST_FILES = 1000


def cluster_files_below(folder: Path) -> Iterator[tuple[Path, Cluster]]:
    """The files below a folder that describe one cluster each, with what they say about it.

    Those that Git ignores are left out, and so is what can't be read.
    """
    for file in islice(find_files([folder], include=_YAML, root=folder).files, _MOST_FILES):
        cluster = _cluster_in(file)
        if cluster is not None:
            yield file, cluster


def _cluster_in(file: Path) -> Cluster | None:
    try:
        data = read_whole(file, MOST_BYTES)
        if any(sign in data for sign in _SIGNS):
            return read_cluster_file(file, Place(file.name, file.name))
    except (OSError, SettingsError):
        pass
    return None
