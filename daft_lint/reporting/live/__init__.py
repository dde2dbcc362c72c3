"""The reports of `check` on a live plan, for a terminal and a notebook."""
