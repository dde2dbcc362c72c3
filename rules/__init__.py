"""The rules, one file each. Installed as `daft_lint.rules`; `daft_lint.registry` finds them."""
