"""Decisions about requests as pure functions: no Django, no database, no clock."""
