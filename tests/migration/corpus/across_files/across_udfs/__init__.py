"""UDFs."""
