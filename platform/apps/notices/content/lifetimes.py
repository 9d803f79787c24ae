"""How long after its event a message of each kind may still be sent."""

from datetime import timedelta
from typing import Final

from .fields import Fields


class Lifetime(Fields):
    """The lifetime of a message for each channel. `push` is for devices and chat apps.

    No channel's lifetime is longer than that of the e-mail: when `email` is over, the message is
    useless on every channel.
    """

    email: timedelta
    sms: timedelta
    push: timedelta


_URGENT: Final = Lifetime(email=timedelta(hours=12), sms=timedelta(hours=1), push=timedelta(hours=12))
_WITHIN_A_DAY: Final = Lifetime(email=timedelta(hours=24), sms=timedelta(hours=4), push=timedelta(hours=24))
# An open table may be booked by somebody else within minutes.
_FLEETING: Final = Lifetime(email=timedelta(hours=2), sms=timedelta(minutes=15), push=timedelta(minutes=15))
LIFETIMES: Final[dict[str, Lifetime]] = {
    "booked": _URGENT,
    "held_back": _FLEETING,
    "table_open": _FLEETING,
    "swap_offered": _FLEETING,
    "unsuccessful": _WITHIN_A_DAY,
    "release_missed": _WITHIN_A_DAY,
    "table_given_up": _URGENT,
    "table_canceled": _URGENT,
    "cancel_failed": _URGENT,
    "old_table_kept": _URGENT,
    "cancel_deadline": Lifetime(email=timedelta(hours=3), sms=timedelta(hours=3), push=timedelta(hours=3)),
    "not_ready": Lifetime(email=timedelta(minutes=30), sms=timedelta(minutes=30), push=timedelta(minutes=30)),
    "reconnect": _URGENT,
    "card_needed": _URGENT,
    "weekly_refused": _WITHIN_A_DAY,
    "trial_ending": _WITHIN_A_DAY,
    "payment_failed": _WITHIN_A_DAY,
    "requests_paused": _WITHIN_A_DAY,
    "webhook_off": _WITHIN_A_DAY,
    "mandate_drafted": _WITHIN_A_DAY,
    "test": Lifetime(email=timedelta(minutes=5), sms=timedelta(minutes=5), push=timedelta(minutes=5)),
}
