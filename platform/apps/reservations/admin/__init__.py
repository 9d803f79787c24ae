"""The admin pages of requests, watches, cells and kill switches."""

from . import cells, kill_switches, requests, watches

__all__ = ["cells", "kill_switches", "requests", "watches"]
