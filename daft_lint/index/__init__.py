"""The index of a module, made in one pass: its scopes, bindings and effects on others.

No other module is looked at and nothing is evaluated. The index tells where a value comes from;
what it is, is inferred from there when somebody asks.
"""
