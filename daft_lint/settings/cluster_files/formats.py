"""The formats of cluster files: one row each."""

from __future__ import annotations

from daft_lint.settings.cluster_files.format import Format
from daft_lint.settings.cluster_files.kuberay import KUBERAY
from daft_lint.settings.cluster_files.ray_launcher import RAY_LAUNCHER

FORMATS: tuple[Format, ...] = (RAY_LAUNCHER, KUBERAY)
