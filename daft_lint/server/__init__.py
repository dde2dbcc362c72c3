"""What editors see: the language server, and what it makes of findings, fixes and predictions.

Only `serving` speaks the protocol; all else are plain functions of texts and findings.
"""
