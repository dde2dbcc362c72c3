"""Finished runs, judged."""
