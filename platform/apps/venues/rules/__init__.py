"""Decisions about venues as pure functions."""
