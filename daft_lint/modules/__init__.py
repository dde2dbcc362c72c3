"""The files of a project as modules: which import which, and what that does."""
