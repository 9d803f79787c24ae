"""The sentences of the accounts screen and their refusals. `platform` is a platform's name for people, "Resy"."""

from typing import Final

# Connecting and disconnecting. The specification fixes CONNECTED, DISCONNECTED, RESY_REFUSED and WRONG_CODE.
CONNECTED: Final = "Successfully connected"
DISCONNECTED: Final = "Successfully disconnected"
RESY_REFUSED: Final = "Unable to connect Resy account: invalid email or password"
PHONE_REFUSED: Final = "OpenTable did not accept this phone number. Log in at OpenTable with it first, then try again."
WRONG_CODE: Final = "Wrong code"
STALE_CODE: Final = "This code is no longer valid. Ask for a new one."


def code_sent(*, phone: str) -> str:
    return f"OpenTable sent a code to {phone}."


def too_many_accounts(*, platform: str, most: int) -> str:
    return f"You can connect up to {most} {platform} accounts. Disconnect one first."


# Every call to a platform
def unavailable(*, platform: str) -> str:
    return f"{platform} is not responding right now. Try again in a few minutes."


def switched_off(*, platform: str) -> str:
    return f"We have paused everything at {platform} for now. Try again later."


# Putting a client's card on file
def card_refused(*, platform: str) -> str:
    return f"{platform} did not accept this card."


def reconnect_for_card(*, platform: str) -> str:
    return f"Your {platform} login has expired. Reconnect it, then enter the card again."
