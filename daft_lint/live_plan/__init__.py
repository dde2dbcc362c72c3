"""Reads the plan of a live DataFrame, as Daft itself tells it, into plan data."""
