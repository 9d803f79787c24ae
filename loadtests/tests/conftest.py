"""Fixtures of the load tests' own tests."""

from testing.table_cleanup import empty_tables

__all__ = ["empty_tables"]
