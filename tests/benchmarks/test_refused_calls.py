"""What a night says of calls that Daft refuses."""

from __future__ import annotations

import json
from copy import deepcopy

import refused_calls
from on_each_daft import differing


def test_a_night_tells_what_is_refused_otherwise_than_recorded() -> None:
    recorded = json.loads(refused_calls.RESULTS.read_text("utf-8"))
    found = deepcopy(recorded)
    assert differing(recorded, found, refused_calls.kinds) == []
    found["0.7.26"]["offset"]["ray"] = ["", ""]
    (other,) = differing(recorded, found, refused_calls.kinds)
    assert other.startswith("0.7.26 offset ray: ['', ''], recorded: ['DaftCoreException")
