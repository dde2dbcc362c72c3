"""What the code of UDFs does, on LibCST's trees."""
