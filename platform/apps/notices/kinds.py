"""What a person can be written about, each kind with its facts. The words are in letters/, one file for each form.

Facts are plain and complete: the caller fills them in, and rendering a message looks nothing up.
No token, password, code or card number has a place here.
"""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter


def _one_line(text: str) -> str:
    return " ".join(text.split())


# A line break in a restaurant's name makes no second header of a mail and no second sentence.
Line = Annotated[str, AfterValidator(_one_line)]

# A mail names this many requests; the list on the site has all of them.
MOST_SUMMARIES: Final = 20


class Facts(BaseModel):
    """What every kind has in common: frozen, and no unknown field slips through."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Booked(Facts):
    """A table was booked. `client_name`: for whom, when a concierge booked; `confirmation`: the platform's number."""

    kind: Literal["booked"] = "booked"
    venue_name: Line
    address: Line
    time_zone: Line
    date: date
    time: time
    party_size: int
    seating: Line
    platform_name: Line
    confirmation: Line
    account_name: Line
    client_name: Line
    fee_ceiling_cents: int


class HeldBack(Facts):
    """A table was not booked: it asks for a fee or deposit of `fee_cents`, the user accepts `fee_ceiling_cents`."""

    kind: Literal["held_back"] = "held_back"
    venue_name: Line
    date: date
    time: time
    party_size: int
    seating: Line
    platform_name: Line
    client_name: Line
    fee_cents: int
    fee_ceiling_cents: int
    group_id: int


class RequestSummary(Facts):
    """One request: a restaurant on a date."""

    venue_name: Line
    date: date


class Listed(Facts):
    """Something about requests: the first MOST_SUMMARIES of them by name, of the others only how many."""

    wishes: Annotated[list[RequestSummary], Field(min_length=1, max_length=MOST_SUMMARIES)]
    more: int

    @property
    def total(self) -> int:
        """How many requests in all."""
        return len(self.wishes) + self.more

    @property
    def others(self) -> int:
        """How many beside the first."""
        return self.total - 1


class Unsuccessful(Listed):
    """Nothing of a group is open any more, and for these no table was booked. `booked`: for how many dates one was."""

    kind: Literal["unsuccessful"] = "unsuccessful"
    booked: int
    start: time
    end: time
    party_size: int
    client_name: Line


class TableGivenUp(Facts):
    """An override gave the old table up and lost the new one. `watching`: the old request is active again."""

    kind: Literal["table_given_up"] = "table_given_up"
    venue_name: Line
    date: date
    time: time
    party_size: int
    client_name: Line
    watching: bool


class TableCanceled(Facts):
    """A booked table was canceled at the platform, by the diner or by the restaurant."""

    kind: Literal["table_canceled"] = "table_canceled"
    platform_name: Line
    venue_name: Line
    date: date
    time: time
    party_size: int
    client_name: Line


class Reconnect(Facts):
    """The login of a connected account ran out, or will at `ends_at`. `waiting`: how many active requests need it."""

    kind: Literal["reconnect"] = "reconnect"
    platform_name: Line
    username: Line
    waiting: int
    ends_at: datetime | None = None


class CardNeeded(Facts):
    """The platform wants a payment method on file in the user's own account before it books."""

    kind: Literal["card_needed"] = "card_needed"
    platform_name: Line
    username: Line


class TrialEnding(Facts):
    """The free trial ends soon. `renews`: the plan then begins to cost; else it was cancelled and simply ends."""

    kind: Literal["trial_ending"] = "trial_ending"
    renews: bool
    plan_name: Line
    price_cents: int
    ends_at: datetime


class PaymentFailed(Facts):
    """A payment for the plan did not go through. `goes_on`: the plan counts while the bank is asked again."""

    kind: Literal["payment_failed"] = "payment_failed"
    goes_on: bool
    plan_name: Line


class RequestsPaused(Listed):
    """Requests were paused because the plan allows fewer. `limit`: how many it allows at once; 0 without a plan."""

    kind: Literal["requests_paused"] = "requests_paused"
    plan_name: Line
    limit: int


Notice = Annotated[
    Booked
    | HeldBack
    | Unsuccessful
    | TableGivenUp
    | TableCanceled
    | Reconnect
    | CardNeeded
    | TrialEnding
    | PaymentFailed
    | RequestsPaused,
    Field(discriminator="kind"),
]
any_notice: TypeAdapter[Notice] = TypeAdapter(Notice)


class Life(Facts):
    """How long after its event a message is still of use, by channel; what is older is not sent."""

    email: timedelta
    sms: timedelta


_AT_ONCE: Final = Life(email=timedelta(hours=12), sms=timedelta(hours=1))
_THIS_DAY: Final = Life(email=timedelta(hours=24), sms=timedelta(hours=4))
LIVES: Final[dict[str, Life]] = {
    "booked": _AT_ONCE,
    # The table may be gone within minutes.
    "held_back": Life(email=timedelta(hours=2), sms=timedelta(minutes=15)),
    "unsuccessful": _THIS_DAY,
    "table_given_up": _AT_ONCE,
    "table_canceled": _AT_ONCE,
    "reconnect": _AT_ONCE,
    "card_needed": _AT_ONCE,
    "trial_ending": _THIS_DAY,
    "payment_failed": _THIS_DAY,
    "requests_paused": _THIS_DAY,
}
