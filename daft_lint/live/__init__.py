"""The check of DataFrames in a running program, without running their plans."""
