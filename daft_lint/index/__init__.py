"""What one pass over one module finds: its scopes, what binds its names, and what reaches each use.

No other module is looked at and nothing is evaluated. The index tells where a value comes from;
what it is, is inferred from there when somebody asks.
"""
