"""The verdict of a verification on a finding."""

from __future__ import annotations

from enum import Enum

from daft_lint.findings import Finding
from daft_lint.records import dataclass
from daft_lint.verification.observation import Measurement


class Verdict(Enum):
    """Whether real runs confirm a finding."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"


class Gain(Enum):
    """The outcome of a finding's remedy."""

    HELPS = "helps"
    DOES_NOT_HELP = "does not help"
    NO_DIFFERENCE = "no difference seen"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Verification:
    """A finding, the verdict on it, and its evidence.

    `reason` says in one line why the verdict is what it is. `scaling` says in one line each how the
    replay differs from the pipeline: nothing is scaled silently. `made_up` are the numbers of the
    replay that aren't known of the pipeline: `20,000 rows`. `live` says that the user's own
    program ran instead of a replay. `before` is the pipeline as it is, `after` with the remedy;
    None: it did not run.
    """

    finding: Finding
    verdict: Verdict
    reason: str
    scaling: tuple[str, ...] = ()
    live: bool = False
    before: Measurement | None = None
    after: Measurement | None = None
    gain: Gain = Gain.NOT_MEASURED
    gain_reason: str = ""
    made_up: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Environment:
    """What the runs ran on: versions, and seconds that it all took. `ray` is None without Ray."""

    daft: str
    ray: str | None
    python: str
    address: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome of one `verify`: a verification per finding, and where they ran.

    `environment` is None when nothing had to run.
    """

    verifications: tuple[Verification, ...]
    environment: Environment | None

    def count(self, verdict: Verdict) -> int:
        """How many findings have this verdict."""
        return sum(verification.verdict is verdict for verification in self.verifications)
