"""The admin pages of requests and kill switches."""

from . import kill_switches, requests, user_day

__all__ = ["kill_switches", "requests", "user_day"]
