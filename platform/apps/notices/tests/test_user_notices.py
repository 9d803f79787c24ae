"""Notices about the plan and about text messages that do not arrive."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.notices import user_notices
from apps.notices.content.fields import MAX_SUMMARIES, RequestSummary
from apps.notices.models import Delivery, Event
from testing.users import Person

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def notices() -> list[tuple[str, str]]:
    return [(event.payload["what"], event.payload["text"]) for event in Event.objects.order_by("id")]


def summaries(number: int) -> list[RequestSummary]:
    return [RequestSummary(venue_name=f"Venue {n}", date=date(2026, 12, 4)) for n in range(number)]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "Your plan changed, so we paused 1 of your requests."),
        (25, "Your plan changed, so we paused 25 of your requests."),
    ],
)
def test_paused_requests_are_reported_by_name(bob: Person, number: int, text: str) -> None:
    user_notices.requests_paused(
        user_id=bob.user.pk, plan_name="Standard", limit=5, paused=summaries(number), now=timezone.now()
    )
    assert notices() == [("requests_paused", text)]
    facts = Delivery.objects.get().facts
    assert (len(facts["requests"]), facts["more"]) == (min(number, MAX_SUMMARIES), max(0, number - MAX_SUMMARIES))
    assert (facts["plan_name"], facts["limit"]) == ("Standard", 5)


def test_an_extended_trial_is_reported_again_at_its_new_end(bob: Person) -> None:
    for ends_at in (NOW, NOW, NOW.replace(day=27)):
        user_notices.trial_ending(
            user_id=bob.user.pk, ends_at=ends_at, plan_name="Pro", price_cents=5000, renews=True, now=NOW
        )
    assert [text for _, text in notices()] == [
        "Your free trial ends on November 20, 2026. After that, Pro costs $50.00 a month.",
        "Your free trial ends on November 27, 2026. After that, Pro costs $50.00 a month.",
    ]


def test_texts_are_stopped_once_for_the_phone_that_they_do_not_reach(alice: Person) -> None:
    User.objects.update(phone_notifications=True)
    stopped = [
        user_notices.stop_texts(user_id=alice.user.pk, phone=phone, reason="opted_out", now=NOW)
        for phone in ("+12125550199", alice.user.phone, alice.user.phone)
    ]
    assert stopped == [False, True, False]
    alice.user.refresh_from_db()
    assert not alice.user.phone_notifications
    assert [what for what, _ in notices()] == ["texts_stopped"]
    assert not Delivery.objects.exists()
