# The programs are read by the tests, never run: some hold files that are called like tests.
collect_ignore_glob = ["*/*"]
