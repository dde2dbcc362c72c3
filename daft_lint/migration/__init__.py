"""The migration of legacy `@daft.udf` definitions and all their uses to Daft's new UDFs."""
