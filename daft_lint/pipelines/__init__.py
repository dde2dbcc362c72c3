"""The pipelines of a program: from each action back along its frame to the sources."""
