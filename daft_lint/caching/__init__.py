"""The cache of earlier results: valid while nothing changed that a result was made of."""
