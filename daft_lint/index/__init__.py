"""The index of a module, made in one pass: its scopes, definitions and calls as plain data.

No other module is looked at and nothing is evaluated. The index tells where a value comes from;
what it is, is inferred from there on demand.
"""
