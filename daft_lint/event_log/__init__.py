"""Daft's event logs of runs: `events.jsonl`, one JSON object a line."""
