"""The files of a project as modules, and their imports."""
