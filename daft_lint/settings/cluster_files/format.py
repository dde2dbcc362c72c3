"""A format of cluster files, and what it has to provide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from daft_lint.plan.cluster import Cluster
from daft_lint.settings.cluster_files.fields import Field


@dataclass(frozen=True, slots=True)
class Format:
    """A format of cluster files.

    `name` says in words what such a file is. `clusters` gives the parts of a document that
    describe a cluster each, and none for a document of another format. `read` makes a cluster of
    such a part, and raises SettingsError where something in it is wrong.
    """

    name: str
    clusters: Callable[[Field], Iterator[Field]]
    read: Callable[[Field], Cluster]
