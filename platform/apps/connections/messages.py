"""The sentences that users see on the accounts screen. `platform` is a platform's name for users."""

from typing import Final

from apps.common.formatting import format_phone

# Connecting and disconnecting. The specification fixes CONNECTED, DISCONNECTED, WRONG_CODE and password_refused().
CONNECTED: Final = "Successfully connected"
DISCONNECTED: Final = "Successfully disconnected"
WRONG_CODE: Final = "Wrong code"
STALE_CODE: Final = "This code is no longer valid. Ask for a new one."
EXPIRED_CODE: Final = "This code has expired. Ask for a new one."
EXHAUSTED_CODE: Final = "This code was entered wrong too often. Ask for a new one."
OVER_CHALLENGE: Final = "This sign-in has expired. Ask for a new code."
ONE_ADDRESS: Final = "Enter a phone number or an email address, not both."
ANSWER_REQUIRED: Final = "Please answer this"

password_refused = "Unable to connect {platform} account: invalid email or password".format
code_accepted = "{platform} accepted the code and asks for one more thing.".format
captcha = (
    "{platform} asks for a check that only you can pass. Sign in at {platform} once, then come back and try again."
).format
codes_limited = "{platform} sends no more codes for now. Try again later.".format


def code_sent(*, platform: str, address: str) -> str:
    return f"{platform} sent a code to {format_phone(address)}."


def address_refused(*, platform: str, is_email: bool) -> str:
    kind = "email address" if is_email else "phone number"
    return f"{platform} didn't accept this {kind}. Sign in at {platform} with it first, then try again."


def wrong_code(*, tries_left: int) -> str:
    return f"This code is wrong. {_tries(tries_left)}"


def wrong_answer(*, platform: str, tries_left: int) -> str:
    return f"This doesn't match your {platform} account. {_tries(tries_left)}"


def _tries(left: int) -> str:
    return "You have 1 try left." if left == 1 else f"You have {left} tries left."


too_many_accounts = "You can connect up to {most} {platform} accounts. Disconnect one first.".format

# Every call to a platform
unavailable = "{platform} isn't responding right now. Try again in a few minutes.".format
unreadable = (
    "We couldn't read {platform}'s answer. That's a problem on our side, and nothing is wrong with your account."
).format
our_fault = (
    "We have a problem on our side with {platform} and are fixing it. Nothing is wrong with your account."
).format
sign_in_blocked = (
    "{platform} isn't letting us sign anyone in right now. It's not about your login, and accounts that are already "
    "connected keep working. We're working on it. Try again in an hour."
).format
switched_off = "We've paused everything at {platform} for now. Try again later.".format

# Putting a client's card on file
card_refused = "{platform} didn't accept this card.".format
no_card_call = (
    "We can't put cards on file at {platform} right now. Your card wasn't stored. We're working on it."
).format
reconnect_for_card = "Your {platform} login has expired. Reconnect it, then enter the card again.".format
