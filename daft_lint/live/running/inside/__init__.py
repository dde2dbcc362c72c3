"""The inside of the process that is the user's program. Nothing outside of it imports this."""
