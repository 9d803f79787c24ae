"""Decisions about messages: how a text fits one SMS, when a failed attempt is repeated, the calendar file. Pure."""
