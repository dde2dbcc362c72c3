"""Lints DataFrames as they are in a running program, without running their plans."""
