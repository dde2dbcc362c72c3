"""`daft-lint live`: runs a program of the user's without its rows, and hears of its plans."""
