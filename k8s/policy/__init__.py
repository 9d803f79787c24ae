"""Checks of the manifests without a cluster: rendering, schemas and the project's rules.

`python -m k8s.policy` runs all checks. A rule is a function that takes rendered manifests and returns one sentence for
each violation (`Findings`). For each rule, tests/ injects a fault that the rule must find.
"""
