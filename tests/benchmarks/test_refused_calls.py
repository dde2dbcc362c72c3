"""What a night says of calls that Daft refuses."""

from __future__ import annotations

import json
from copy import deepcopy

import refused_calls


def test_a_night_tells_what_is_refused_otherwise_than_recorded() -> None:
    recorded = json.loads(refused_calls.RESULTS.read_text("utf-8"))
    found = deepcopy(recorded)
    assert refused_calls.differing(recorded, found) == []
    found["0.7.26"]["offset"]["ray"] = ["", ""]
    (other,) = refused_calls.differing(recorded, found)
    assert other.startswith("0.7.26 offset ray: ['', ''], recorded: ['DaftCoreException")
