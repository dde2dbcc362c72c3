"""The values of a program's expressions, and how values make others."""
