"""Runs flagged pipelines on a real Ray cluster, watches their actors, and judges the findings.

Only `engine` imports Daft and Ray, and it runs in a process of its own.
"""
