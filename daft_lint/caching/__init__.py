"""What earlier runs found, for files of which nothing changed that the result was made of."""
