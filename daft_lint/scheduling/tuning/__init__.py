"""Better numbers for work, and what changing to them wins."""
