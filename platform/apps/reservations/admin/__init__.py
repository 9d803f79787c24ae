"""The admin pages of requests, watches, cells and kill switches."""

from . import bad_day, cells, kill_switches, requests, watches

__all__ = ["bad_day", "cells", "kill_switches", "requests", "watches"]
