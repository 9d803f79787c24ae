"""The endpoints of the page that the cancellation links of messages open. They need no sign-in: the token grants the
access to one booking."""

from typing import Literal

from django.http import HttpRequest
from ninja import Query, Router, Status

from apps.accounts.security.throttle import origin
from apps.common.schemas import Flag, Secret, Shape, Strict
from apps.outcomes import messages
from apps.outcomes.schemas import TableTermsOut, table_terms

from . import cancel_links

router = Router()


class CancelLinkIn(Strict):
    """The command to cancel the table of a link.

    `accepts_costs` says that the page has shown the user that the free cancellation has ended, with the fee that the
    platform states.
    """

    token: Secret
    accepts_costs: Flag = False


class LinkedTableOut(TableTermsOut):
    """The table of a link, without the names of its diner and account, with the terms at the time of the booking.

    `state`: "canceling" until the platform has confirmed a cancellation. `costs`: whether canceling it now costs
    something; null if that is not known.
    """

    state: Literal["booked", "canceling", "canceled", "past"]
    client_name: str | None
    costs: bool | None


class CanceledByLinkOut(Shape):
    """The result: "canceling" until the platform confirms, "canceled" if the table already was."""

    message: str
    code: Literal["canceling", "canceled"]


@router.get("/", response=LinkedTableOut)
def get_linked_table(request: HttpRequest, token: Query[Secret]) -> LinkedTableOut:
    """Return the table of a cancellation link. This cancels nothing."""
    found = cancel_links.read(token=token.get_secret_value(), **origin(request))
    return LinkedTableOut(
        **dict(table_terms(found.attempt)),
        state=found.state,
        client_name=str(found.attempt.reservation.group.client or "") or None,
        costs=found.costs,
    )


@router.post("/", response={200: CanceledByLinkOut, 202: CanceledByLinkOut})
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
