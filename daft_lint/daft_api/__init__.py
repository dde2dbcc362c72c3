"""Daft's names by version: read off the published packages, never written by hand."""
