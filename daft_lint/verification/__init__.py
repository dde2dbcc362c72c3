"""The verification of findings: flagged pipelines run on a real Ray cluster and are recorded.

Only `engine` imports Daft and Ray, and it runs in a process of its own.
"""
