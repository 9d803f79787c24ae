"""Fixtures of the load tests' own tests."""

from testing.database import django_db_modify_db_settings
from testing.truncation import allow_truncating_the_audit_log

__all__ = ["allow_truncating_the_audit_log", "django_db_modify_db_settings"]
