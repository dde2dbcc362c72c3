"""Reports for people and for machines: one file per output format."""
