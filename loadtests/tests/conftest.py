"""Fixtures of the load tests' own tests."""

from testing.truncation import allow_truncating_the_audit_log

__all__ = ["allow_truncating_the_audit_log"]
