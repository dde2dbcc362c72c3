"""What Daft's names are, by version: read off the published packages, never written by hand."""
