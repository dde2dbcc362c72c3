"""Files to lint: finding them, decoding them, and their comments for daft-lint."""
