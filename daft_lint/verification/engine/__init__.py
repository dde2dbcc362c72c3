"""The process that runs pipelines on a Ray cluster. It alone imports Daft and Ray."""
