"""The plan of a live DataFrame, as Daft prints it, read into plan data."""
