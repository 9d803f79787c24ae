"""The endpoints of the page that the cancellation links of messages open. They need no sign-in: the token grants the
access to one booking."""

from typing import Literal

from django.http import HttpRequest
from ninja import Query, Router, Status

from apps.accounts.security.throttle import origin
from apps.common.formatting import currency_of
from apps.common.schemas import REFUSALS, Clock, Day, Flag, Instant, RefusalOut, Secret, Shape, Strict
from apps.outcomes import messages
from realtime.events import Platform

from . import cancel_links

router = Router()


class CancelLinkIn(Strict):
    """The command to cancel the table of a link.

    `accepts_costs` says that the page has shown the user that the free cancellation has ended, with the fee that the
    platform states.
    """

    token: Secret
    accepts_costs: Flag = False


class LinkedTableOut(Shape):
    """The table of a link, without the names of its diner and account.

    `state`: "canceling" until the platform has confirmed a cancellation. `costs`: whether canceling it now costs
    something; null if that is not known. `free_until`, `cancel_fee_cents` and `deposit_cents` are the terms at the time
    of the booking, null if the platform did not state them. `currency` is the ISO code of the amounts: the stated one,
    else that of the restaurant's country, "" if neither is known.
    """

    state: Literal["booked", "canceling", "canceled", "past"]
    venue_name: str
    time_zone: str
    date: Day
    time: Clock
    party_size: int
    seating: str
    platform: Platform
    client_name: str | None
    free_until: Instant | None
    cancel_fee_cents: int | None
    deposit_cents: int | None
    currency: str
    costs: bool | None


class CanceledByLinkOut(Shape):
    """The result: "canceling" until the platform confirms, "canceled" if the table already was."""

    message: str
    code: Literal["canceling", "canceled"]


@router.get("/", response={200: LinkedTableOut, REFUSALS: RefusalOut})
def get_linked_table(request: HttpRequest, token: Query[Secret]) -> LinkedTableOut:
    """Return the table of a cancellation link. This cancels nothing."""
    found = cancel_links.read(token=token.get_secret_value(), **origin(request))
    attempt, venue = found.attempt, found.attempt.reservation.venue
    return LinkedTableOut(
        state=found.state,
        venue_name=venue.venue_name,
        time_zone=venue.time_zone,
        date=attempt.date,
        time=attempt.slot_time,
        party_size=attempt.party_size,
        seating=attempt.seating,
        platform=attempt.platform,
        client_name=str(attempt.reservation.group.client or "") or None,
        free_until=attempt.free_until,
        cancel_fee_cents=attempt.cancel_fee_cents,
        deposit_cents=attempt.deposit_cents,
        currency=currency_of(stated=attempt.currency, country=venue.country),
        costs=found.costs,
    )


@router.post("/", response={200: CanceledByLinkOut, 202: CanceledByLinkOut, REFUSALS: RefusalOut})
def cancel_linked_table(request: HttpRequest, form: CancelLinkIn) -> Status[CanceledByLinkOut]:
    """Cancel the table of a link at its platform. The result follows within seconds, and the user is notified of it.

    Refused with `cutoff_passed` (409) if a free cancellation has ended and `accepts_costs` is false.
    """
    state = cancel_links.cancel(
        token=form.token.get_secret_value(), accepts_costs=form.accepts_costs, **origin(request)
    )
    if state == "canceling":
        return Status(202, CanceledByLinkOut(message=messages.CANCELING_BY_LINK, code="canceling"))
    return Status(200, CanceledByLinkOut(message=messages.CANCELED_ALREADY, code="canceled"))
