"""How each piece of work is judged: good, bad or open, and what would decide it."""
