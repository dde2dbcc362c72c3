"""The partitions and rows that reach each step, and what runs how often."""
