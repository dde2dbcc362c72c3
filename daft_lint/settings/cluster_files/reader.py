"""The cluster that a file describes, whatever its format, and the files that describe one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from daft_lint.documents.discovery import find_files
from daft_lint.documents.file_status import read_whole
from daft_lint.plan.cluster import Cluster
from daft_lint.settings.cluster_files import kuberay, ray_launcher
from daft_lint.settings.cluster_files.fields import MOST_BYTES, read_documents
from daft_lint.settings.places import Place, SettingsError

FORMATS = {
    "a configuration of Ray's cluster launcher": (ray_launcher.clusters, ray_launcher.read),
    "a KubeRay manifest with a RayCluster": (kuberay.clusters, kuberay.read),
}
"""What finds the clusters of a document in each format, and what reads one of them."""


def read_cluster_file(file: Path, place: Place) -> Cluster:
    """The cluster that a file describes.

    `place` is where the file is named.

    Raises:
        SettingsError: it can't be read, or describes no cluster, or more than one.
    """
    found = [
        (read, cluster)
        for document in read_documents(file, place)
        if document.is_mapping
        for clusters, read in FORMATS.values()
        for cluster in clusters(document)
    ]
    if not found:
        raise SettingsError(f"describes no cluster: it is neither {' nor '.join(FORMATS)}", file)
    if len(found) > 1:
        (_, first), (_, second), *_ = found
        raise second.error(
            "is a second cluster, after the one on line "
            f"{first.place.span.line if first.place.span else 1}; give each a file of its own"
        )
    ((read, cluster),) = found
    return read(cluster)


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
