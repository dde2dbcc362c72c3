"""What code uses of Daft that comes or goes with a version, and what to write instead."""
