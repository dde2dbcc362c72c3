"""Baselines: the findings that a project knows already."""
