"""Clusters as the files describe them that start them: one module for each format.

Only who was given a cluster file imports this package: it takes a YAML reader.
"""

from daft_lint.settings.cluster_files.reader import read_cluster_file

__all__ = ["read_cluster_file"]
