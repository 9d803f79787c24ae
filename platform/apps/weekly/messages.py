"""The sentences of weekly requests."""

from typing import Final

# Weekly requests
RULE_OVER: Final = "This weekly request is over."

release_over = "The book for {day} is already open, and this weekly request is for releases only.".format
too_many_rules = "You have {most} weekly requests. End one to make room for another".format
weekly_refused = "{venue}: {reason}".format
