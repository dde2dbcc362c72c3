"""What Daft's optimiser makes of a plan, and which steps and columns that leaves."""
