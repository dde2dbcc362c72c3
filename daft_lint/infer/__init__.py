"""What expressions of a program stand for, found out when somebody asks, backwards from there."""
