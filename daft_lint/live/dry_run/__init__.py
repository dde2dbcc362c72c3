"""`daft-lint live`: a dry run of a user's program, without its rows, that reports its plans."""
