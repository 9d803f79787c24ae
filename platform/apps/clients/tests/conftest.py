"""Fixtures that several test modules of this app use."""

from apps.requests.tests.booked_table import sniper, table

__all__ = ["sniper", "table"]
