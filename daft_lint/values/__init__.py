"""What expressions of a program stand for, and how values make others."""
