"""One notice of each kind."""

from datetime import UTC, date, datetime, time
from typing import Any

from apps.notices.content.fields import RequestSummary
from apps.notices.content.kinds import (
    Booked,
    CancelDeadline,
    CancelFailed,
    CardNeeded,
    HeldBack,
    MandateDrafted,
    Notice,
    NotReady,
    OldTableKept,
    PaymentFailed,
    Reconnect,
    ReleaseMissed,
    RequestsPaused,
    SwapOffered,
    TableCanceled,
    TableGivenUp,
    TableOpen,
    Test,
    TrialEnding,
    Unsuccessful,
    WebhookOff,
    WeeklyRefused,
)

DAY = date(2026, 12, 4)
PAGE = "https://resy.com/cities/new-york-ny/venues/lilac-vine?date=2026-12-04&seats=2"
LONG = "Ñandú — “L’Auberge du 寿司” 🍣 & <b>Sons</b>\r\nBcc: x@example.org " * 3


def every(name: str = "Lilac & Vine") -> list[Notice]:
    """Return one notice of each kind. Every free text in the notices is `name`."""
    summaries = [
        RequestSummary(venue_name=name, date=DAY),
        RequestSummary(venue_name=name, date=date(2026, 12, 5)),
    ]
    return [
        booked(venue_name=name),
        booked(
            venue_name=name,
            address=name,
            seating=name,
            confirmation=name,
            account_name=name,
            client_name=name,
            fee_ceiling_cents=2500,
            cancel_fee_cents=2500,
            deposit_cents=None,
        ),
        *(
            HeldBack(
                venue_name=name,
                date=DAY,
                time=time(19, 30),
                party_size=2,
                seating=name,
                platform_name="Resy",
                client_name=name,
                fee_cents=fee_cents,
                held_cancel_fee_cents=cancel,
                fee_ceiling_cents=0,
                cancel_fee_ceiling_cents=2500,
                group_id=12,
            )
            for fee_cents, cancel in ((5000, None), (None, 9000), (5000, 9000), (None, None))
        ),
        *(
            WeeklyRefused(venue_name=name, others=others, date=DAY, reason=name, client_name=client)
            for others, client in ((2, name), (0, ""))
        ),
        *(
            ReleaseMissed(
                requests=summaries,
                more=more,
                booked=booked,
                start=time(18, 30),
                end=time(20, 30),
                party_size=2,
                client_name=client,
            )
            for more, booked, client in ((3, 1, name), (0, 0, ""))
        ),
        SwapOffered(
            venue_name=name,
            date=DAY,
            time=time(19, 30),
            party_size=2,
            client_name=name,
            seating=name,
            platform_name="Resy",
            old_venue_name=name,
            old_date=DAY,
            old_time=time(21, 0),
            offer_id=12,
        ),
        Unsuccessful(
            requests=summaries, more=3, booked=1, start=time(18, 30), end=time(20, 30), party_size=2, client_name=name
        ),
        *(
            Unsuccessful(
                requests=summaries[:1],
                more=0,
                booked=0,
                start=time(18, 30),
                end=time(20, 30),
                party_size=2,
                client_name="",
                notify_only=True,
                openings=openings,
            )
            for openings in (0, 1, 3)
        ),
        *(table_open(venue_name=name, seating=name, client_name=name, page=page) for page in (PAGE, "")),
        table_open(others=2),
        TableGivenUp(venue_name=name, date=DAY, time=time(19, 0), party_size=2, client_name=name, watching=True),
        TableGivenUp(venue_name=name, date=DAY, time=time(19, 0), party_size=2, client_name="", watching=False),
        *(
            TableCanceled(
                platform_name="OpenTable",
                venue_name=name,
                date=DAY,
                time=time(19, 0),
                party_size=2,
                client_name=client,
            )
            for client in (name, "")
        ),
        TableCanceled(
            platform_name="Resy",
            venue_name=name,
            date=DAY,
            time=time(19, 0),
            party_size=2,
            client_name=name,
            by_link=True,
        ),
        *(
            CancelFailed(
                platform_name="Resy", venue_name=name, date=DAY, time=time(19, 0), party_size=2, client_name=client
            )
            for client in (name, "")
        ),
        *(
            OldTableKept(
                platform_name="Resy",
                venue_name=name,
                date=DAY,
                time=time(19, 0),
                party_size=2,
                client_name=client,
                old_venue_name=old,
                old_time=at,
            )
            for client, old, at in ((name, name, time(18, 30)), ("", "", None))
        ),
        *(cancel_deadline(venue_name=name, client_name=name, cancel_fee_cents=fee) for fee in (None, 5000)),
        cancel_deadline(venue_name=name),
        not_ready(venue_name=name, client_name=name, problems=[name, name]),
        not_ready(venue_name=name),
        Reconnect(platform_name="OpenTable", username=name, waiting=12),
        Reconnect(platform_name="Resy", username=name, waiting=1, ends_at=datetime(2026, 12, 4, 2, 0, tzinfo=UTC)),
        CardNeeded(platform_name="OpenTable", username=name),
        TrialEnding(
            plan_name="Standard", price_cents=2500, renews=True, ends_at=datetime(2026, 12, 4, 2, 0, tzinfo=UTC)
        ),
        TrialEnding(plan_name="Pro", price_cents=5000, renews=False, ends_at=datetime(2026, 12, 4, 2, 0, tzinfo=UTC)),
        PaymentFailed(plan_name="Pro", goes_on=True),
        PaymentFailed(plan_name="Pro", goes_on=False),
        RequestsPaused(plan_name="Standard", limit=5, requests=summaries, more=0),
        RequestsPaused(plan_name="", limit=0, requests=summaries[:1], more=0),
        WebhookOff(label=name, is_gone=False),
        WebhookOff(label=name, is_gone=True),
        MandateDrafted(
            program_name=name,
            program_domain="agent.example",
            mandate_id=12,
            lapses_at=datetime(2026, 12, 4, 2, 0, tzinfo=UTC),
        ),
        MandateDrafted(
            program_name=name, program_domain="", mandate_id=12, lapses_at=datetime(2026, 12, 4, 2, 0, tzinfo=UTC)
        ),
        Test(),
    ]


def table_open(**changes: str | int) -> TableOpen:
    """Return a table that opened for a notify-only request."""
    facts = {
        "venue_name": "Lilac & Vine",
        "date": DAY,
        "time": time(19, 30),
        "party_size": 2,
        "seating": "Bar",
        "platform_name": "Resy",
        "client_name": "",
        "others": 0,
        "page": PAGE,
        "group_id": 12,
    }
    return TableOpen.model_validate({**facts, **changes})


def cancel_deadline(**changes: str | int | datetime | None) -> CancelDeadline:
    """Return the notice of a table that can be canceled free of charge until a day before it."""
    facts = {
        "venue_name": "Lilac & Vine",
        "date": DAY,
        "time": time(19, 30),
        "party_size": 2,
        "client_name": "",
        "platform_name": "Resy",
        "time_zone": "America/New_York",
        "free_until": datetime(2026, 12, 4, 0, 30, tzinfo=UTC),
        "cancel_fee_cents": 5000,
        "group_id": 12,
    }
    return CancelDeadline.model_validate({**facts, **changes})


def booked(**changes: Any) -> Booked:
    """Return the notice of a booked table in which some fields are changed."""
    facts = {
        "venue_name": "Lilac & Vine",
        "address": "12 Bond Street, New York",
        "time_zone": "America/New_York",
        "date": DAY,
        "time": time(19, 30),
        "party_size": 2,
        "seating": "Bar",
        "platform_name": "Resy",
        "confirmation": "R-48213",
        "account_name": "Alice Example",
        "client_name": "",
        "fee_ceiling_cents": 0,
        "cancel_fee_cents": 0,
        "deposit_cents": 0,
    }
    return Booked.model_validate({**facts, **changes})


def not_ready(**changes: str | list[str]) -> NotReady:
    """Return the notice of a release in half an hour, with one problem."""
    facts = {
        "venue_name": "Lilac & Vine",
        "date": DAY,
        "client_name": "",
        "time_zone": "America/New_York",
        "release_at": datetime(2026, 11, 27, 15, 0, tzinfo=UTC),
        "problems": ["Your Resy login expired."],
        "group_id": 12,
    }
    return NotReady.model_validate({**facts, **changes})
