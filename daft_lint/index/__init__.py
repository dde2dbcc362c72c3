"""What one pass over one module finds: its scopes, what binds its names, what it does to others.

No other module is looked at and nothing is evaluated. The index tells where a value comes from;
what it is, is inferred from there when somebody asks.
"""
