"""What is checked of the manifests without a cluster: they render, fit their schemas, and keep the project's rules.

`python -m k8s.policy` runs all of it. Every rule is a function from rendered manifests to sentences about what is
wrong; tests/ plants a fault for each of them.
"""
