"""Rewriting legacy `@daft.udf` definitions and all their uses for Daft's new UDFs."""
