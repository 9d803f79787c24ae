"""The sentences about webhooks."""

from typing import Final

REMOVED: Final = "That webhook gets no more events."
too_many = "You have {most} webhooks, which is the most. Remove one that you no longer use.".format
STILL_SENDING: Final = "We're still trying to send that event."
FAILING: Final = "The last event didn't get through. We're trying again."
OFF: Final = {
    "by_user": None,
    "failing": "We turned this webhook off after three days of failures.",
    "gone": "We turned this webhook off, because its server answered 410 Gone.",
}
REASONS: Final = {
    "internal_address": "This address leads into a private network, so we sent nothing.",
    "bad_certificate": "The server's certificate isn't valid.",
    "no_connection": "We couldn't reach the server.",
    "no_answer": "The server didn't answer in time.",
    "sealed": "We can't read this webhook's address any more. Enter it again.",
    "switched_off": "The webhook was turned off before this event got through.",
}
