"""Decisions about messages, pure: fitting one SMS, when to try again, the calendar file."""
