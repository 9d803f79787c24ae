"""The admin pages of requests, watches and kill switches."""

from . import kill_switches, requests, user_day, watches

__all__ = ["kill_switches", "requests", "user_day", "watches"]
