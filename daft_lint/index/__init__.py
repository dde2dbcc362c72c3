"""What one pass over one module finds: its outline, and what it does to names of others.

No other module is looked at and nothing is evaluated.
"""
