"""The admin pages of requests, watches and kill switches."""

from . import bad_day, kill_switches, requests, watches

__all__ = ["bad_day", "kill_switches", "requests", "watches"]
