"""The part that runs in the process of the user's program. Nothing outside imports this."""
