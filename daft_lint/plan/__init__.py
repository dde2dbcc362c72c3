"""Pipelines as plain data. Imports nothing else of daft-lint."""
