"""Finds the actors that idle in Daft UDF pipelines on Ray, before you pay for them."""

__version__ = "0.1.0"
