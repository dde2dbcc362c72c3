"""Which files of a project describe a cluster, whatever they are called."""

import shutil
from pathlib import Path

import pytest

from daft_lint.settings.cluster_files.reader import cluster_files_below

SAMPLES = Path(__file__).parent


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.yaml")), ids=lambda sample: sample.stem)
def test_each_sample_is_found(tmp_path: Path, sample: Path) -> None:
    (tmp_path / "deploy").mkdir()
    shutil.copy(sample, tmp_path / "deploy" / "ray.yml")
    ((file, cluster),) = cluster_files_below(tmp_path)
    assert file.relative_to(tmp_path).as_posix() == "deploy/ray.yml"
    assert cluster.workers is not None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("service.yaml", b"apiVersion: v1\nkind: Service\n"),
        ("template.yaml", b"apiVersion: ray.io/v1\nkind: RayCluster\nspec: {{ .Values.spec }}\n"),
        ("broken.yaml", b"cluster_name: [\xff"),
        ("other.yaml", b"cluster_name: kafka\nbrokers: 3\n"),
        ("ray.txt", b"apiVersion: ray.io/v1\n"),
    ],
)
def test_what_describes_no_cluster_is_passed_over(
    tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    assert list(cluster_files_below(tmp_path)) == []


def test_what_git_ignores_is_left_out(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("scratch/\n")
    (tmp_path / "scratch").mkdir()
    shutil.copy(SAMPLES / "kuberay_cluster.yaml", tmp_path / "scratch")
    assert list(cluster_files_below(tmp_path)) == []
