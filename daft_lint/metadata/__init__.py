"""Metadata of sources, from lists of files and footers: partitions and rows, no data."""
