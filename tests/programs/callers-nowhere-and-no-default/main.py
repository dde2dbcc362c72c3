import pipelines

ACTORS = 8
