"""The sentences of this app that users see on pages and in calendar files: notices, the confirmation of a phone, test
messages.

The sentences of e-mails and text messages are in email_templates/.
"""

from datetime import date
from typing import Final

from apps.common.formatting import format_long_day, format_money, format_phone

# Notices about text messages that do not arrive, by reason
STOPPED: Final = {
    "opted_out": "You replied STOP to our text messages, so we turned them off. "
    "To get them again, text START to our number and turn them on in your profile.",
    "bad_number": "Text messages don't reach the phone number in your profile, so we turned them off. "
    "Correct the number, then turn them on again.",
}
mqtt_off = "We turned your MQTT broker {address} off, because we couldn't reach it for three days.".format
webhook_off = "We turned your webhook {label} off, because it didn't accept events.".format


def mandate_drafted(*, name: str, domain: str) -> str:
    """Return who asks for a standing approval. A program may choose any name, so its domain names it."""
    who = f"The program of {domain}" if domain else f"Your API key “{name}”"
    return f"{who} asks for a standing approval. Nothing is booked with it unless you approve."


TRIAL_REFUSED: Final = (
    "This card has had a free trial before, so we ended the new one. You weren't charged. "
    "You can subscribe without a trial."
)

# Confirming a phone
PHONE_CONFIRMED: Final = "Your phone number is confirmed."
NO_PHONE: Final = "Add a phone number to your profile first."
EMAIL_FIRST: Final = "Confirm your email address first. Then we can text a code to your phone."
COUNTRY_NOT_SERVED: Final = (
    "We don't send text messages to phones in this country. You can get emails and notifications."
)
UNREACHABLE: Final = "Text messages don't reach this phone number."
ALREADY_CONFIRMED: Final = "Your phone number is already confirmed."
NO_CODE: Final = "We haven't sent a code to this phone number yet. Ask for one first."
EXPIRED_CODE: Final = "This code has expired. Ask for a new one."
TOO_MANY_CODES: Final = "Too many wrong codes. Ask for a new one."
WRONG_CODE: Final = "That isn't the code we sent. Check it and try again."
NO_TEXTS: Final = "We can't send text messages right now. Try again in a few minutes."


def phone_code(code: str) -> str:
    """Return the text message with a confirmation code. It fits into one SMS."""
    return f"{code} is your Tablehawk code. It works for 10 minutes. Don't share it with anyone."


def code_sent(phone: str) -> str:
    return f"We sent a code to {format_phone(phone)}."


def trial_ending(*, day: date, plan_name: str, price_cents: int, renews: bool, locale: str) -> str:
    then = (
        f"After that, {plan_name} costs {format_money(price_cents, locale=locale)} a month."
        if renews
        else "You won't be charged."
    )
    return f"Your free trial ends on {format_long_day(day, locale=locale)}. {then}"


payment_failed = "Your payment for {plan_name} didn't go through. Please check your card.".format
requests_paused = "Your plan changed, so we paused {number} of your requests.".format

# Devices and chat apps
NO_SUCH_ADDRESS: Final = "This device or app was removed already."

NO_PUSH: Final = "Notifications on devices aren't available here."
BAD_SUBSCRIPTION: Final = "This browser sent a subscription that we can't use."
ADDRESS_PROBLEMS: Final = {
    "internal": "This address leads into a private network, so we send nothing there. Remove it and use another one.",
    "unknown": "We couldn't find this server. Check its name, or send a test to try again.",
}
BAD_TIME_ZONE: Final = "This time zone is unknown."
EMPTY_QUIET_HOURS: Final = "Quiet hours need two different times."
CHAT_FIELDS: Final = {
    "server": "Enter the server's address, like https://ntfy.sh.",
    "topic": "Enter the topic: letters, digits, - and _, at most 64.",
    "token": "This doesn't look like a token of this app.",
    "chat": "Enter the chat's id, like 123456789 or @channel.",
    "webhook": "This doesn't look like a webhook address of this app.",
    "user": "Enter the user key: 30 letters and digits.",
}
NOTHING_TO_TEST: Final = "Turn on a channel first."
NO_SUCH_TEST: Final = "We don't know this test."

# The results of a test message, by the reason of the delivery. {n} is the HTTP status.
TEST_WAITING: Final = "Sending…"
TEST_RESTS: Final = "It didn't answer the last time. We'll try again soon."
TEST_SENT: Final = "Sent"
TEST_FAILED: Final = {
    "waits_turn": TEST_WAITING,
    "rests": TEST_RESTS,
    "gone": "This device has ended its subscription, so we removed it. Turn notifications on there again.",
    "internal_address": "This address leads into a private network, so we sent nothing.",
    "no_connection": "We couldn't connect.",
    "bad_certificate": "The server's certificate isn't valid.",
    "slow_down": "It asked us to wait. We'll keep trying.",
    "outcome_unknown": "We got no clear answer. The message may still arrive.",
    "no_sender": "This channel isn't available here.",
    "unwanted": "This channel was turned off.",
    "too_late": "It didn't accept the message in time.",
    "opted_out": "This phone replied STOP to our text messages.",
    "bad_number": "Text messages don't reach this phone.",
    "sealed": "We can't read this address any more. Remove it and add it again.",
}
TEST_FAULT: Final = "The message couldn't be sent."


def test_failed(reason: str) -> str:
    """Return the sentence for a test message that was not sent.

    `reason` is the reason of the delivery. A number at its end, as in "refused_403", is the HTTP or SMTP status.
    """
    name, _, status = reason.rpartition("_")
    if name in ("refused", "smtp", "twilio", "server") and status.isdigit():
        return f"It refused the message (error {status})."
    return TEST_FAILED.get(reason, TEST_FAULT)


too_many_addresses = "You can add {limit} devices and apps. Remove one first.".format

# The calendar file of a booked table, and the feed of all booked tables
CALENDAR_NAME: Final = "Tablehawk tables"


def calendar_title(*, venue: str, client: str) -> str:
    return f"{venue} for {client}" if client else venue


def calendar_text(*, party_size: int, platform: str, confirmation: str) -> str:
    party = f"Party of {party_size}."
    return f"{party} {platform} confirmation {confirmation}." if confirmation else party
