"""The verification of findings: flagged pipelines run on a real Ray cluster under watch.

Only `engine` imports Daft and Ray, and it runs in a process of its own.
"""
