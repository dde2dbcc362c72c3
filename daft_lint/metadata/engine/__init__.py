"""The part that imports Daft. It runs in a process of its own, and nothing imports it."""
