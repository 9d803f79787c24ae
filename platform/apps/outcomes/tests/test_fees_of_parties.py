"""From the platform's terms to the mail: what a table costs a party, whether it is booked, and what the user reads.

The watcher, the simulator and PostgreSQL are real; the outcomes are published as the relay does.
"""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from apps.notices.content.kinds import Booked, HeldBack
from apps.notices.models import Delivery
from apps.notices.text import rendering
from apps.outcomes.relay import outcomes
from apps.readiness.models import SeenTerms
from apps.requests.models import Attempt, ReservationGroup
from apps.requests.services import filing
from apps.requests.tests import factories
from apps.requests.tests.booked_table import connect
from apps.requests.tests.watcher import watcher_thread
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

PLATFORMS = pytest.mark.parametrize("platform", ["resy", "opentable"])
KINDS = {"booked": Booked, "held_back": HeldBack}
WAIT_SECONDS = 30.0

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_faults(simulator: Simulator) -> Iterator[None]:
    simulator.http.post("/reset", json={})
    yield
    # The terms of these tests must not meet the tests of other modules.
    simulator.http.post("/reset", json={})


def file(simulator: Simulator, bob: Person, platform: str, *, party_size: int, ceiling: int) -> ReservationGroup:
    """File a request at a restaurant of the simulator that seats the party."""
    account = connect(bob, platform)
    rows = simulator.http.get("/venues").json()["venues"]
    row = next(row for row in rows if row["source"] == platform and row["max_party_size"] >= party_size)
    venue = make_venue(
        platform_venue_id=row["id"], venue_name="Lilac & Vine", reservation_source=platform, seating_types=[]
    )
    draft = factories.draft(
        venue,
        account=account,
        dates=(factories.day(5),),
        party_size=party_size,
        fee_ceiling_cents=ceiling,
        cancel_fee_ceiling_cents=ceiling,
    )
    return ReservationGroup.objects.get(pk=filing.create_group(user_id=bob.user.pk, draft=draft, now=timezone.now()))


def open_table(simulator: Simulator, group: ReservationGroup, **terms: Any) -> None:
    member = group.reservations.select_related("venue").get()
    where = {"source": member.venue.reservation_source, "venue_id": member.venue.platform_venue_id}
    simulator.http.post("/terms", json={**where, **terms}).raise_for_status()
    table = {"date": member.date.isoformat(), "time": "19:00", "party_size": group.party_size}
    simulator.http.post("/free", json={**where, **table}).raise_for_status()


def watch(group: ReservationGroup) -> Attempt:
    """Run the restaurant's watcher until it has decided on the open table. Return the newest attempt."""
    decided = Attempt.objects.filter(group_id=group.pk, closed_at__isnull=False).exclude(reason="claim_lapsed")
    before, deadline = decided.count(), time.monotonic() + WAIT_SECONDS
    with watcher_thread(group.reservations.select_related("venue").get().venue):
        while decided.count() <= before:
            assert time.monotonic() < deadline, "the watcher decided nothing"
            time.sleep(0.05)
    outcomes.publish_outcomes(now=timezone.now())
    return Attempt.objects.filter(group_id=group.pk).latest("pk")


def mail(kind: str) -> str:
    """Return the subject and the text of the newest mail of a kind."""
    facts = Delivery.objects.filter(kind=kind, channel="email").latest("pk").facts
    rendered = rendering.render_mail(notice=KINDS[kind](**facts), first_name="Bob", locale="en-US")
    return f"{rendered.subject}\n{rendered.text}"


def dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"


@pytest.mark.parametrize(("platform", "guests"), [("resy", 1), ("opentable", 2), ("resy", 4), ("opentable", 8)])
def test_fee_ceiling_and_mail_agree_for_each_party(
    simulator: Simulator, bob: Person, platform: str, guests: int
) -> None:
    asked = 1550 * guests
    group = file(simulator, bob, platform, party_size=guests, ceiling=asked - 1)
    # As for large parties, the fee is not in the list of tables.
    open_table(simulator, group, fee_cents=1550, hides_fee_in_find=True)
    held = watch(group)
    assert (held.state, held.reason, held.held_cancel_fee_cents) == ("refused", "held_back_fee", asked)
    assert f"Accept a {dollars(asked)} fee" in mail("held_back")
    assert f"{dollars(asked)} if you don't come (your limit is {dollars(asked - 1)}), plus any tax" in mail("held_back")
    assert simulator.http.get("/bookings").json()["bookings"] == []

    reply = bob.post(f"/api/reservations/{group.pk}/accept-fee/", {"cancel_fee_ceiling_cents": asked})
    assert reply.status_code == 200, reply.content
    booked = watch(group)
    assert (booked.state, booked.cancel_fee_cents, booked.deposit_cents) == ("booked", asked, 0)
    (row,) = simulator.http.get("/bookings").json()["bookings"]
    assert row["fee_cents"] == asked
    assert f"A late cancellation costs {dollars(asked)} for your party, plus any tax." in mail("booked")
    assert "no cancellation fee" not in mail("booked")


@PLATFORMS
def test_a_deposit_is_compared_and_told_for_the_party(simulator: Simulator, bob: Person, platform: str) -> None:
    group = file(simulator, bob, platform, party_size=4, ceiling=8000)
    open_table(simulator, group, deposit_cents=2000)
    booked = watch(group)
    assert (booked.state, booked.cancel_fee_cents, booked.deposit_cents) == ("booked", 0, 8000)
    assert "a deposit of $80.00 for your party." in mail("booked")


@PLATFORMS
def test_a_fee_that_cannot_be_read_is_held_back_until_the_user_accepts_it(
    simulator: Simulator, bob: Person, platform: str
) -> None:
    group = file(simulator, bob, platform, party_size=2, ceiling=100_000)
    open_table(simulator, group, hides_amounts=True)
    held = watch(group)
    assert (held.state, held.reason, held.fee_cents) == ("refused", "fee_unknown", None)
    assert "Accept an unknown fee at Lilac & Vine?" in mail("held_back")
    assert "We couldn't read what it may cost." in mail("held_back")
    watched = bob.get(f"/api/reservations/{group.pk}/").json()["members"][0]["watch"]
    assert (watched["state"], watched["held_fee_cents"]) == ("held_back", None)
    fee = bob.get(f"/api/reservations/venues/{group.reservations.get().venue_id}/").json()["fee"]
    assert (fee["kind"], fee["cents"]) == ("unknown", 0)
    lines = bob.get(f"/api/reservations/{group.pk}/readiness/").json()["lines"]
    assert [one["state"] for one in lines if one["check"] == "fee"] in ([], ["failed"])
    assert simulator.http.get("/bookings").json()["bookings"] == []

    reply = bob.post(f"/api/reservations/{group.pk}/accept-fee/", {"unknown": True})
    assert reply.status_code == 200, reply.content
    booked = watch(group)
    assert booked.state == "booked"
    assert None in (booked.cancel_fee_cents, booked.deposit_cents)
    assert "We couldn't read all that this table may cost" in mail("booked")
    assert "no deposit" not in mail("booked")
    assert not SeenTerms.objects.exists()
