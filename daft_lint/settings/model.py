"""Settings as plain data, and the questions that other layers ask them."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from daft_lint.documents.gitignore import fits_pattern
from daft_lint.findings import Confidence, FailOn, Severity
from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.pipeline import Location
from daft_lint.plan.quantity import Origin, Quantity
from daft_lint.plan.recorded import RecordedPipeline
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.records import dataclass
from daft_lint.settings.places import Place, below
from daft_lint.settings.selectors import specificity

Version = tuple[int, ...]
"""The parts of a version of Daft."""


@dataclass(frozen=True, slots=True)
class SourceFact:
    """What no code shows about the sources whose path fits `match`.

    At least one of `rows` and `partitions` is given.
    """

    match: str
    rows: Quantity | None = None
    partitions: Quantity | None = None

    def matches(self, path: str) -> bool:
        """Whether every source that `path` can mean fits `match`.

        `path` is a path, URL or glob as code gives it, with `*` for parts that aren't known.
        In `match`, `*`, `?` and `[...]` stay within one folder and `**` spans folders.
        """
        if path == self.match:
            return True
        return _fits(path.rstrip("/").split("/"), self.match.rstrip("/").split("/"))


@dataclass(frozen=True, slots=True)
class SourceMetadata:
    """What Daft reported about a source at a location, without a look at its data.

    With `pruned`, filters behind the source may leave fewer partitions. `piece_rows` are those of a
    row group, where files have several.
    """

    location: Location
    partitions: Quantity | None = None
    rows: Quantity | None = None
    piece_rows: Quantity | None = None
    pruned: bool = False


@dataclass(frozen=True, slots=True)
class PerFileIgnore:
    """Selectors of the rules that aren't reported in files that `pattern` fits."""

    pattern: str
    selectors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleModule:
    """A module with rules of the project's own.

    `name` is dotted, `folder` the absolute one that it is looked for from, `place` who names it.
    """

    name: str
    folder: Path
    place: Place


@dataclass(frozen=True, slots=True)
class Given:
    """A key (dotted, below `tool.daft-lint`) that is set, and where."""

    key: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a line of a project asks of Daft, and the place of the line.

    `version` is the newest that it allows, with `exact` the only one; two parts mean the newest
    release of a line, as in `Settings.daft_version`. `package` is `daft` or, as it was called once,
    `getdaft`.
    """

    package: str
    version: Version
    exact: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a project says about itself.

    `select`, `include` and `exclude` hold what extends them too. `runner` None leaves the choice to
    the code. `otherwise` holds for sources whose numbers are unknown. `daft_version` holds as many
    parts as were given: `(0, 7)` is the newest of that line, so compare lines by
    `daft_version[:2]`. Relative patterns mean paths below `root`. `file` is where the settings were
    read, None without one. `given` names each outer key that isn't a default. `cluster_file` is
    where the cluster is described, None without one. `baseline` is the file of the findings that
    are known already. `extend_rules` are the modules with rules of the project's own;
    `daft_lint.registry.rules_for` loads them. `udf_wrappers` are
    functions out of sight that make UDFs. `metadata` is what Daft reported about sources of the
    project; no file sets it. `requirement` is where `daft_version` comes from without a setting.
    `recorded` is what runs of its pipelines showed, and `facts_file` where that stands, None where
    nothing does. `extended` are the files that `file` stands on top of, the undermost first.
    `required_version` is what the settings ask of daft-lint itself. With `redact_paths` the file of
    facts holds no path of a source.
    """

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    exclude: tuple[str, ...]
    force_exclude: bool
    runner: RunnerKind | None
    daft_version: Version
    min_confidence: Confidence
    min_severity: Severity
    fail_on: FailOn
    cluster: Cluster
    sources: tuple[SourceFact, ...] = ()
    otherwise: SourceFact | None = None
    per_file_ignores: tuple[PerFileIgnore, ...] = ()
    file: Path | None = None
    root: Path = Path()
    given: tuple[Given, ...] = ()
    cluster_file: Path | None = None
    baseline: Path | None = None
    extend_rules: tuple[RuleModule, ...] = ()
    udf_wrappers: tuple[UdfWrapper, ...] = ()
    include: tuple[str, ...] = ("*.py", "*.ipynb")
    metadata: tuple[SourceMetadata, ...] = ()
    requirement: Requirement | None = None
    recorded: tuple[RecordedPipeline, ...] = ()
    facts_file: Path | None = None
    extended: tuple[Path, ...] = ()
    required_version: str | None = None
    output_format: str = "full"
    redact_paths: bool = False

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that it was read from, and those that it names."""
        required = self.requirement.place.file if self.requirement else None
        named = (
            self.file,
            *self.extended,
            self.cluster_file,
            self.baseline,
            self.facts_file,
            required,
        )
        return tuple(path for path in named if path is not None)

    def selects(self, code: str, name: str) -> bool:
        """Whether a rule runs: the longest selector that fits it decides, at a tie it doesn't."""
        selected = specificity(self.select, code, name)
        return selected > specificity(self.ignore, code, name)

    def ignores(self, path: str | Path, code: str, name: str) -> bool:
        """Whether `per-file-ignores` silences a rule in a file; outside `root` nothing does."""
        fitting = [i for i in self.per_file_ignores if specificity(i.selectors, code, name)]
        if not fitting:
            return False
        below_root = below(Path(path), self.root)
        return below_root is not None and any(
            fits_pattern(ignore.pattern, below_root) for ignore in fitting
        )

    def origin(self, key: str) -> Origin | None:
        """Who set an outer key such as `runner` last; None when it is the default."""
        return next((given.origin for given in reversed(self.given) if given.key == key), None)


def _fits(path: Sequence[str], pattern: Sequence[str]) -> bool:
    if not pattern:
        return not path
    if pattern[0] == "**":
        return any(_fits(path[start:], pattern[1:]) for start in range(len(path) + 1))
    if not path or path[0] == "**":
        return False
    return fnmatchcase(path[0], pattern[0]) and _fits(path[1:], pattern[1:])
