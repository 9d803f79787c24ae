"""The rows of reservations, attempts and clients' cards from which group_cards.py builds the cards."""

from datetime import date, datetime, time
from typing import Any, Final, NamedTuple

from django.db.models import Count, Min, Q, QuerySet

from apps.common.database.statements import Param, Statement
from apps.requests.models import HELD_BACK, LIVE_ATTEMPT, Attempt, ClientCard, Reservation
from apps.requests.rules import changes


class Member(NamedTuple):
    """One reservation with the fields of its venue, account and watch state that a card shows.

    The fields from `account_id` to `account_status` are None without an account. The fields from `watch_state` on are
    None without a watch state.
    """

    id: int
    group_id: int
    date: date
    table_type: str
    table_types: list[str]
    choice: int
    status: str
    reason: str
    stop: str
    status_changed_at: datetime
    venue_id: int
    platform: str
    platform_venue_id: int
    venue_name: str
    cuisine: str
    address1: str
    neighborhood: str
    locality: str
    time_zone: str
    country: str
    cover_image_url: str
    url_slug: str
    location_slug: str
    venue_closed_at: datetime | None
    account_id: int | None
    account_username: str | None
    account_name: str | None
    account_status: str | None
    payment_method_id: str | None
    watch_state: str | None
    watch_updated_at: datetime | None
    checks: int | None
    last_check_at: datetime | None
    next_check_at: datetime | None
    interval_ms: int | None
    held_fee_cents: int | None
    held_cancel_fee_cents: int | None
    held_time: time | None


class ClientCardRow(NamedTuple):
    """A client's card, of which only the last digits and the expiry (MM/YYYY) are stored."""

    client_id: int
    last_four: str
    expiry: str


# The columns of Member, in its order.
MEMBER_COLUMNS: Final = (
    "id", "group_id", "date", "table_type", "table_types", "choice", "status", "reason", "stop", "status_changed_at",
    "venue_id", "venue__reservation_source", "venue__platform_venue_id", "venue__venue_name", "venue__cuisine",
    "venue__address1", "venue__neighborhood", "venue__locality", "venue__time_zone", "venue__country",
    "venue__cover_image_url",
    "venue__url_slug", "venue__location_slug", "venue__closed_at",
    "account_id", "account__username", "account__display_name", "account__status",
    "payment_method_id",
    "watchstate__state", "watchstate__updated_at", "watchstate__checks", "watchstate__last_check_at",
    "watchstate__next_check_at", "watchstate__interval_ms", "watchstate__held_fee_cents",
    "watchstate__held_cancel_fee_cents", "watchstate__held_time",
)  # fmt: skip


def _members() -> QuerySet[Reservation, Any]:
    members = Reservation.objects.filter(group_id__any_of=Param("groups")).exclude(reason=changes.WITHDRAWN)
    return members.order_by("date", "id").values_list(*MEMBER_COLUMNS)


def _attempt_counts() -> QuerySet[Attempt, Any]:
    counted = Attempt.objects.filter(reservation_id__any_of=Param("reservations")).values_list("reservation_id")
    lowest = {f"least_{name}": Min(name, filter=HELD_BACK) for name in ("fee_cents", "held_cancel_fee_cents")}
    return counted.annotate(calls=Count("pk", filter=~HELD_BACK), **lowest, shared=Count("share_nonce")).order_by()


def _shown_attempts() -> QuerySet[Attempt]:
    shown = LIVE_ATTEMPT | (HELD_BACK & Q(closed_at__gt=Param("since")))
    attempts = Attempt.objects.filter(shown, reservation_id__any_of=Param("reservations"))
    return attempts.select_related("account").order_by("id")


def _client_cards() -> QuerySet[ClientCard, Any]:
    """Select the cards of clients, each client's newest card last."""
    cards = ClientCard.objects.filter(client_id__any_of=Param("clients"))
    return cards.order_by("id").values_list(*ClientCardRow._fields)


MEMBERS: Final = Statement(_members, row=Member._make)
ATTEMPT_COUNTS: Final[Statement[tuple[int, int, int | None, int | None, int]]] = Statement(_attempt_counts)
SHOWN_ATTEMPTS: Final[Statement[Attempt]] = Statement(_shown_attempts)
CLIENT_CARDS: Final = Statement(_client_cards, row=ClientCardRow._make)
