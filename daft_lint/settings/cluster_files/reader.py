"""The cluster that a file describes, whatever its format."""

from __future__ import annotations

from pathlib import Path

from daft_lint.plan.cluster import Cluster
from daft_lint.settings.cluster_files import kuberay, ray_launcher
from daft_lint.settings.cluster_files.documents import read_documents
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
