"""Running a program of the user's in a process of its own, and looking on from inside of it."""
