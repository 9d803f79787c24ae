"""The kinds of messages: one class for each kind, with the fields that its templates (email_templates/) show.

The code that queues a message fills in all fields, so rendering does not read the database. No field contains a token,
password, code or card number.
"""

from datetime import date, datetime, time
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, TypeAdapter

from apps.common.formatting import Money

from .fields import Fields, OneLine, RequestList, TableFields, Windows


def _money(field: str) -> Any:
    """Return a property: the amount in a field as Money, None if it is 0 or None."""
    return property(lambda notice: Money(cents, notice.currency) if (cents := getattr(notice, field)) else None)


class Booked(TableFields):
    """A table was booked. `confirmation` is the platform's confirmation number, `time_zone` the restaurant's IANA name.

    `cancel_fee_cents` and `deposit_cents` are the terms of the booking for the party, None if they are not known, in
    `currency` as in HeldBack.
    """

    kind: Literal["booked"] = "booked"
    address: OneLine
    time_zone: OneLine
    seating: OneLine
    platform_name: OneLine
    confirmation: OneLine
    account_name: OneLine
    fee_ceiling_cents: int
    cancel_fee_ceiling_cents: int = 0
    cancel_fee_cents: int | None = None
    deposit_cents: int | None = None
    currency: OneLine = "USD"

    cancel_fee = _money("cancel_fee_cents")
    deposit = _money("deposit_cents")

    @property
    def terms_known(self) -> bool:
        """Whether both amounts are known."""
        return self.cancel_fee_cents is not None and self.deposit_cents is not None


class HeldBack(TableFields):
    """A table was not booked: what the party pays now (`fee_cents`) or if nobody comes (`held_cancel_fee_cents`) is
    above the user's ceiling, or both are None because the amounts could not be read. An accepted amount is None.

    `currency` is the ISO code of the fee, "" if it is not known.
    """

    kind: Literal["held_back"] = "held_back"
    seating: OneLine
    platform_name: OneLine
    fee_cents: int | None
    held_cancel_fee_cents: int | None = None
    currency: OneLine = "USD"
    fee_ceiling_cents: int
    cancel_fee_ceiling_cents: int = 0
    group_id: int

    due_now = _money("fee_cents")
    cancel_fee = _money("held_cancel_fee_cents")

    @property
    def fee(self) -> Money | None:
        """The sum of the amounts above their ceilings, None if it is not known."""
        cents = (self.fee_cents or 0) + (self.held_cancel_fee_cents or 0)
        return Money(cents, self.currency) if cents else None


class TableOpen(TableFields):
    """A table opened for a notify-only request. `others` is the number of other tables that opened at the same time.

    `page` is the restaurant's own page for that day, "" if it is not known.
    """

    kind: Literal["table_open"] = "table_open"
    seating: OneLine
    platform_name: OneLine
    others: int
    page: OneLine
    group_id: int


class SwapOffered(TableFields):
    """A search saw a better table than the diner's booked one (the old table). Nothing is booked before the user
    decides.
    """

    kind: Literal["swap_offered"] = "swap_offered"
    seating: OneLine
    platform_name: OneLine
    old_venue_name: OneLine
    old_date: date
    old_time: time
    offer_id: int


class Unsuccessful(RequestList, Windows):
    """A request (group) has ended, and no table was booked for these reservations.

    `booked` is the number of dates of the group for which a table was booked. A `notify_only` request books nothing;
    `openings` is the number of openings of which its user was notified.
    """

    kind: Literal["unsuccessful"] = "unsuccessful"
    booked: int
    party_size: int
    client_name: OneLine
    notify_only: bool = False
    openings: int = 0


class ReleaseMissed(RequestList, Windows):
    """The release of these reservations ended without a table. They are watched for cancellations from now on.

    `booked` is the number of dates of the group for which a table was booked.
    """

    kind: Literal["release_missed"] = "release_missed"
    booked: int
    party_size: int
    client_name: OneLine


class TableGivenUp(TableFields):
    """An override canceled the old booking, and the new table could not be booked. `watching` means that the old
    booking's request is active again."""

    kind: Literal["table_given_up"] = "table_given_up"
    watching: bool


class TableCanceled(TableFields):
    """A booked table was canceled at the platform, by the diner or by the restaurant. `by_link`: by Tablehawk, because
    somebody opened the link of a message and confirmed."""

    kind: Literal["table_canceled"] = "table_canceled"
    platform_name: OneLine
    by_link: bool = False


class CancelFailed(TableFields):
    """The user asked to cancel a booked table, but the platform did not cancel it.

    `cause` is the sentence that says why and what to do, "" if it is not known.
    """

    kind: Literal["cancel_failed"] = "cancel_failed"
    platform_name: OneLine
    cause: OneLine = ""


class OldTableKept(TableFields):
    """A table was booked in place of an old one, and the platform has not canceled the old one.

    `old_venue_name` is "" and `old_time` is None if we did not book the old table. Both tables have the same date.
    """

    kind: Literal["old_table_kept"] = "old_table_kept"
    platform_name: OneLine
    old_venue_name: OneLine
    old_time: time | None


class CancelDeadline(TableFields):
    """A booked table whose free cancellation ends at `free_until`, a few hours from now.

    `time_zone` is the restaurant's IANA name. `cancel_fee_cents` is the fee for a later cancellation, None if
    unknown, in `currency` as in HeldBack.
    """

    kind: Literal["cancel_deadline"] = "cancel_deadline"
    platform_name: OneLine
    time_zone: OneLine
    free_until: datetime
    cancel_fee_cents: int | None
    currency: OneLine = "USD"
    group_id: int

    @property
    def useful_until(self) -> datetime:
        return self.free_until

    @property
    def cancel_fee(self) -> Money:
        """The cost of a later cancellation, 0 if it is not known."""
        return Money(self.cancel_fee_cents or 0, self.currency)

    @property
    def deadline(self) -> datetime:
        """The deadline in the restaurant's local time."""
        return self.free_until.astimezone(ZoneInfo(self.time_zone))


class NotReady(Fields):
    """A release is near, and the request may fail to book because of `problems`, a list of whole sentences.

    `date` is the first date of the request. `release_at` is the instant of the release, shown in the restaurant's
    `time_zone`. `client_name` is "" if the user is the diner.
    """

    kind: Literal["not_ready"] = "not_ready"
    venue_name: OneLine
    date: date
    client_name: OneLine
    time_zone: OneLine
    release_at: datetime
    problems: Annotated[list[OneLine], Field(min_length=1)]
    group_id: int

    @property
    def useful_until(self) -> datetime:
        return self.release_at

    @property
    def release(self) -> datetime:
        """The instant of the release in the restaurant's local time."""
        return self.release_at.astimezone(ZoneInfo(self.time_zone))


class Reconnect(Fields):
    """A connected account's login has expired, or will expire at `ends_at`.

    `waiting` is the number of reservations that need the account.
    """

    kind: Literal["reconnect"] = "reconnect"
    platform_name: OneLine
    username: OneLine
    waiting: int
    ends_at: datetime | None = None


class WeeklyRefused(Fields):
    """A weekly rule could not file the request of a week, whose first date is `date`.

    `others` is the number of its restaurants besides `venue_name`. `reason` is the sentence of the refusal.
    """

    kind: Literal["weekly_refused"] = "weekly_refused"
    venue_name: OneLine
    others: int
    date: date
    reason: OneLine
    client_name: OneLine


class CardNeeded(Fields):
    """The platform books only after the user has added a payment method to their account there."""

    kind: Literal["card_needed"] = "card_needed"
    platform_name: OneLine
    username: OneLine


class TrialEnding(Fields):
    """The free trial ends soon. If `renews` is True, the user pays for the plan from then on. Otherwise the user has
    canceled the plan, and it ends with the trial."""

    kind: Literal["trial_ending"] = "trial_ending"
    renews: bool
    plan_name: OneLine
    price_cents: int
    ends_at: datetime


class PaymentFailed(Fields):
    """A payment for the plan failed. `goes_on`: the plan stays active while Stripe tries the payment again."""

    kind: Literal["payment_failed"] = "payment_failed"
    goes_on: bool
    plan_name: OneLine


class RequestsPaused(RequestList):
    """Reservations were paused because the plan allows only `limit` active ones. `limit` is 0 without a plan."""

    kind: Literal["requests_paused"] = "requests_paused"
    plan_name: OneLine
    limit: int


class WebhookOff(Fields):
    """A webhook was turned off after days of failures, or (`is_gone`) because its server said that it is gone."""

    kind: Literal["webhook_off"] = "webhook_off"
    label: OneLine
    is_gone: bool


class MandateDrafted(Fields):
    """A program asks for a standing approval (a mandate), which lapses at `lapses_at`.

    `program_name` is what the program calls itself, `program_domain` is "" for an API key.
    """

    kind: Literal["mandate_drafted"] = "mandate_drafted"
    program_name: OneLine
    program_domain: OneLine
    mandate_id: int
    lapses_at: datetime

    @property
    def useful_until(self) -> datetime:
        return self.lapses_at


class Test(Fields):
    """A test message that the user asked for."""

    kind: Literal["test"] = "test"


Notice = Annotated[
    Booked
    | HeldBack
    | TableOpen
    | SwapOffered
    | Unsuccessful
    | ReleaseMissed
    | TableGivenUp
    | TableCanceled
    | CancelFailed
    | OldTableKept
    | CancelDeadline
    | NotReady
    | Reconnect
    | CardNeeded
    | WeeklyRefused
    | TrialEnding
    | PaymentFailed
    | RequestsPaused
    | WebhookOff
    | MandateDrafted
    | Test,
    Field(discriminator="kind"),
]
any_notice: TypeAdapter[Notice] = TypeAdapter(Notice)
