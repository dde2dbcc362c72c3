"""The analysis of UDF bodies."""
