"""Decisions about messages, pure: how a text fits one SMS, when to try again, what becomes of a queued message."""
