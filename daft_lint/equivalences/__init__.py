"""Python expressions and the Daft expressions that give the same values, each pair proven equal."""
