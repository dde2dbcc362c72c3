"""A model of Daft's scheduling: the moves of a plan, tasks, and who works and who idles.

Facts come from Daft 0.7.26, from its source and from measurements on local Ray clusters.
"""
