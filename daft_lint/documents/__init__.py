"""Files to lint: finding them, decoding them, and the comments in them that speak to us."""
