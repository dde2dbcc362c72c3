"""The cluster that a file describes, whatever its format."""

from __future__ import annotations

from pathlib import Path

from daft_lint.plan.cluster import Cluster
from daft_lint.settings.cluster_files.documents import read_documents
from daft_lint.settings.cluster_files.formats import FORMATS
from daft_lint.settings.places import Place, SettingsError


def read_cluster_file(file: Path, place: Place) -> Cluster:
    """The cluster that a file describes.

    `place` is where the file is named.

    Raises:
        SettingsError: it can't be read, or describes no cluster, or more than one.
    """
    found = [
        (format_, cluster)
        for document in read_documents(file, place)
        if document.is_mapping
        for format_ in FORMATS
        for cluster in format_.clusters(document)
    ]
    if not found:
        known = " nor ".join(format_.name for format_ in FORMATS)
        raise SettingsError(f"describes no cluster: it is neither {known}", file)
    if len(found) > 1:
        (_, first), (_, second), *_ = found
        raise second.error(
            "is a second cluster, after the one on line "
            f"{first.place.span.line if first.place.span else 1}; give each a file of its own"
        )
    ((form, cluster),) = found
    return form.read(cluster)
