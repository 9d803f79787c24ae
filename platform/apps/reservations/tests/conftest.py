"""Fixtures of several test modules of this app."""

from .booked_table import sniper, table

__all__ = ["sniper", "table"]
