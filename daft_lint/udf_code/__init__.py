"""The analysis of UDF bodies, on LibCST's trees."""
