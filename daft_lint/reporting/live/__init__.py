"""What `check` found in a live plan, as a terminal and a notebook show it."""
