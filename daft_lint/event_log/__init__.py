"""What Daft's event logs tell of runs: `events.jsonl`, one JSON object a line."""
