"""From the text of a program to the pipelines it builds. Knows syntax and Daft's names, no rule."""
