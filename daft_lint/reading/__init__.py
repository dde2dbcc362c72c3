"""The way from a program's text to its pipelines. Knows syntax and Daft's names, no rule."""
