"""What Daft does with a plan: what it moves, how it cuts rows into tasks, who works and who idles.

Facts come from Daft 0.7.26, from its source and from measurements on local Ray clusters.
"""
