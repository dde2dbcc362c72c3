"""Planning a cluster: what the actors of a pipeline will do with which numbers. Pure functions."""
