"""The cases are programs to lint, not tests to run."""

collect_ignore_glob = ["*/fires/*", "*/silent/*"]
