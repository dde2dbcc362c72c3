"""The hook in real pre-commit, on a scratch repository with a local clone of this one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

IDLE = """\
import daft
from daft import col
daft.set_runner_ray()

@daft.cls(max_concurrency=4)
class Embed:
    def __call__(self, text: str) -> str: ...


df = daft.from_glob_path("s3://bucket/*.txt")
df.with_column("embedding", Embed()(col("path"))).write_parquet("s3://bucket/embeddings")
"""


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What pre-commit installs is thrown away with the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRE_COMMIT_HOME", str(tmp_path_factory.mktemp("pre-commit")))
        yield


def run(folder: Path, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    identity = {
        f"GIT_{who}_{what}": "nobody@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    result = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **identity},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if check:
        assert result.returncode == 0, result.stdout + result.stderr
    return result


@pytest.fixture(scope="module")
def hook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This repository as it is now, committed, so that pre-commit can clone it."""
    clone = tmp_path_factory.mktemp("hook") / "daft-lint"
    run(ROOT, "git", "clone", "--quiet", "--no-hardlinks", ".", str(clone))
    listed = run(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard").stdout
    for name in listed.splitlines():
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            (clone / name).write_bytes((ROOT / name).read_bytes())
    run(clone, "git", "add", "--all")
    run(clone, "git", "commit", "--quiet", "--allow-empty", "--message", "now")
    return clone


@pytest.fixture
def project(tmp_path: Path, hook: Path) -> Path:
    """A project that uses the hook, with pre-commit installed."""
    revision = run(hook, "git", "rev-parse", "HEAD").stdout.strip()
    run(tmp_path, "git", "init", "--quiet")
    (tmp_path / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hook}\n  rev: {revision}\n  hooks:\n  - id: daft-lint\n"
    )
    run(tmp_path, "git", "add", "--all")
    run(tmp_path, sys.executable, "-m", "pre_commit", "install")
    return tmp_path


def commit(project: Path) -> subprocess.CompletedProcess[str]:
    run(project, "git", "add", "--all")
    return run(project, "git", "commit", "--message", "change", check=False)


def test_a_bad_file_is_blocked_and_a_clean_one_passes(project: Path) -> None:
    (project / "embed.py").write_text(IDLE)
    blocked = commit(project)
    assert blocked.returncode == 1
    assert "DFT101" in blocked.stdout + blocked.stderr
    (project / "embed.py").write_text(IDLE.replace('*.txt")', '*.txt").into_partitions(64)'))
    passed = commit(project)
    assert passed.returncode == 0, passed.stdout + passed.stderr


def test_an_excluded_file_stays_out_although_it_is_named(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.daft-lint]\nexclude = ["drafts"]\n')
    (project / "drafts").mkdir()
    (project / "drafts" / "embed.py").write_text(IDLE)
    passed = commit(project)
    assert passed.returncode == 0, passed.stdout + passed.stderr
