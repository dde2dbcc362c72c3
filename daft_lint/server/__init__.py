"""The language server: findings, fixes and predictions in an editor.

Only `serving` speaks the protocol; all else are plain functions of texts and findings.
"""
