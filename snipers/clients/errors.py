"""The errors of calls to a booking platform.

The outcome of a booking call is a value (domain/outcome.py), not an error: it may be unknown.
"""

from snipers.domain.vocabulary import FailureKind, Reason


class PlatformError(Exception):
    """A call to a platform failed.

    `reason` is the reason of an attempt that ends with this error. `about` describes the error to operators.
    `failure` is the kind of failure that the platform's breaker counts. `label` is the error's name in metrics.
    `delay` is the platform's Retry-After in seconds, None without one. A pause after this error lasts at least
    `least_pause` seconds. `reply` is the platform's answer, "404 POST /3/details", "" without one.
    """

    reason = Reason.NOT_UNDERSTOOD
    about = "the platform failed"
    failure = FailureKind.NONE
    label = "other"
    least_pause = 0.0
    delay: float | None = None
    reply: str = ""


class Temporary(PlatformError):
    """An error that may pass: the caller may repeat the call later. `delay` is the platform's Retry-After in seconds,
    None without one."""

    reason = Reason.UNSENT
    failure = FailureKind.AWAY

    def __init__(self, message: str, *, delay: float | None = None) -> None:
        super().__init__(message)
        self.delay = delay


class Unsent(Temporary):
    """No connection: nothing was sent."""

    label = "unsent"


class Unavailable(Temporary):
    """No answer, or 5xx."""

    label = "away"


class SignInMoved(Temporary):
    """The platform no longer knows any of the sign-in paths that we know. An operator has to set the new paths."""

    failure = FailureKind.NONE
    label = "sign_in_moved"


class EdgeSilent(Unavailable):
    """Several calls in a row were accepted and never answered: an edge server refuses us without a reply."""

    reason = Reason.EDGE_REFUSED
    failure = FailureKind.BLOCKED
    label = "blocked"
    least_pause = 60.0


class RateLimited(Temporary):
    """Too many requests (429)."""

    reason = Reason.BLOCKED
    failure = FailureKind.LIMITED
    label = "limited"


class Blocked(Temporary):
    """A firewall in front of the platform refuses us: 403, a page instead of JSON, a short 500."""

    reason = Reason.EDGE_REFUSED
    failure = FailureKind.BLOCKED
    label = "blocked"


class SignInBlocked(Blocked):
    """A firewall in front of the platform refuses sign-ins from our address. Other calls work, so polls go on."""

    failure = FailureKind.NONE
    label = "sign_in_blocked"


class KeyRefused(Temporary):
    """The platform does not accept our own API key or application."""

    reason = Reason.KEY_REFUSED
    failure = FailureKind.KEY
    label = "key_refused"


REFUSES_US = (RateLimited, Blocked, KeyRefused, EdgeSilent)
"""Failures that concern our application and not one call or one account."""


class Permanent(PlatformError):
    """An error that does not pass by itself: a repeated call would fail in the same way."""


class BadCredentials(Permanent):
    """Wrong e-mail, password or code."""

    about = "the platform does not accept the sign-in"


class NeedsReconnect(Permanent):
    """The platform does not accept the account's token."""

    reason = Reason.NEEDS_RECONNECT
    about = "the platform does not accept the token"


class AccountGone(NeedsReconnect):
    """The platform has deactivated the account."""

    reason = Reason.ACCOUNT_GONE
    about = "the platform has deactivated the account"


class PaymentRequired(Permanent):
    """The platform wants a payment method on file."""

    reason = Reason.PAYMENT_REQUIRED
    about = "a payment method is needed"


class NoCards(Permanent):
    """The venue cannot take cards."""

    reason = Reason.NO_CARDS
    about = "the venue takes no cards"


class CaptchaDemanded(Permanent):
    """The platform demands a captcha, a human check, for this call."""

    reason = Reason.CAPTCHA
    about = "the platform demands a captcha"


class SlotGone(Permanent):
    """The table is no longer offered."""

    reason = Reason.SLOT_GONE
    about = "the table is no longer offered"


class NotFound(Permanent):
    """No such venue or reservation."""

    about = "no such venue or reservation"


class BadCard(Permanent):
    """The platform refused the card, also for a booking or a cancellation."""

    reason = Reason.CARD_REFUSED
    about = "the platform refuses the card"


class NoCardCall(Permanent):
    """The platform does not know the call with which we add a card: no public client knows such a call."""

    about = "the platform does not know our call that adds a card"
    label = "no_card_call"


class CancelRefused(Permanent):
    """The platform answered that it does not cancel this reservation, such as after the deadline of its policy. The
    reservation stays."""

    reason = Reason.CANCEL_REFUSED
    about = "the platform does not cancel this reservation"


class Malformed(Permanent):
    """The reply has an unknown status or form. The message has none of its values. `field` is the path of the wrong
    field, "" if there is none."""

    about = "the reply has an unknown form"
    label = "malformed"

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field
