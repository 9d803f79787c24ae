"""Checks of the manifests without a cluster: rendering, schemas and the project's rules.

`python -m k8s.policy` runs all checks. A rule is a function from rendered manifests to error sentences. For each rule,
tests/ injects a fault that the rule must find.
"""
