"""Keep looking for a better table: a search that books nothing and ends with the table."""

from concurrent.futures import ThreadPoolExecutor
from datetime import time

import pytest
from django.db import connections, transaction
from django.utils import timezone

from apps.notices import services as notices
from apps.notices.models import Delivery
from apps.requests.models import Attempt, Opening, Reservation, ReservationGroup
from apps.requests.tests import factories
from apps.requests.tests.sniper import wait_for_a_blocked_session
from apps.swaps import looking, swapping
from apps.swaps.models import SwapOffer
from testing.users import Person

from .parts import BEST, BOOKED, Improvable

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_search_is_a_notify_only_request_for_the_better_choices(improvable: Improvable) -> None:
    (card,) = [one for one in improvable.person.get("/api/reservations/").json()["groups"]]
    booked = next(one["booked"] for one in card["members"] if one["date"] == str(BOOKED))
    assert booked["can_improve"] is True
    reply = improvable.look()
    assert reply.status_code == 201, reply.content
    search = reply.json()["group"]
    assert (search["notify_only"], search["swap"], search["dates"]) == (True, "search", [str(BEST)])
    assert search["swap_table"] == {
        "venue_name": improvable.venue.venue_name,
        "time_zone": improvable.venue.time_zone,
        "date": str(BOOKED),
        "time": "19:00",
        "offer_id": None,
    }
    assert card["swap_table"] is None
    assert improvable.look().json()["group"]["group_id"] == search["group_id"]
    assert ReservationGroup.objects.filter(swap_of=improvable.attempt.pk).count() == 1


def test_nothing_is_filed_without_a_better_choice(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    Reservation.objects.filter(pk=request.pk).update(status="confirmed")
    factories.attempt(request, state="booked", platform_reservation_id="R-1")
    reply = alice.post(f"/api/reservations/{request.group_id}/tables/{request.pk}/look-for-better/")
    assert (reply.status_code, reply.json()["code"]) == (409, "no_better")


def test_only_the_owner_of_a_booked_table_can_look(improvable: Improvable, charlie: Person) -> None:
    address = f"/api/reservations/{improvable.old.group_id}/tables/{improvable.old.pk}/look-for-better/"
    assert charlie.post(address).status_code == 404
    Attempt.objects.filter(pk=improvable.attempt.pk).update(cancel_requested_at=timezone.now())
    assert improvable.look().json()["code"] == "no_table"


def test_what_a_search_sees_is_offered_with_a_message_and_books_nothing(improvable: Improvable) -> None:
    before = improvable.held()
    offer = improvable.offer()
    (event,) = improvable.events("reservation.opening")
    assert event["swap_id"] == offer.pk
    assert list(Delivery.objects.filter(kind="swap_offered").values_list("channel", flat=True)) == ["email"]
    assert improvable.state(offer) == "offered"
    assert improvable.held() == before
    assert not Attempt.objects.exclude(pk=improvable.attempt.pk).exists()
    assert not Reservation.objects.filter(group__swap_of=improvable.attempt.pk, group__notify_only=False).exists()


def test_no_attempt_can_exist_for_a_search(improvable: Improvable) -> None:
    improvable.look()
    search = Reservation.objects.get(group__swap_of=improvable.attempt.pk)
    assert improvable.sniper.claim(search) is None


def test_a_search_is_notified_only_of_tables_that_we_can_book(improvable: Improvable) -> None:
    improvable.look()
    search = Reservation.objects.get(group__swap_of=improvable.attempt.pk)
    assert improvable.sniper.snipe(search)["bookable_only"] is True


def test_a_dismissed_table_is_not_offered_again(improvable: Improvable) -> None:
    offer = improvable.offer()
    search = f"/api/reservations/{offer.looking.group_id}/"
    assert improvable.person.get(search).json()["swap_table"]["offer_id"] == offer.pk
    reply = improvable.person.post(f"/api/swaps/{offer.pk}/keep/")
    assert (reply.status_code, reply.json()["swap"]["state"]) == (200, "dismissed")
    assert improvable.person.get(search).json()["swap_table"]["offer_id"] is None
    SwapOffer.objects.update(seen_at=timezone.now())
    improvable.see()
    assert len(improvable.events("reservation.opening")) == 1
    improvable.see(at=time(20, 0))
    assert len(improvable.events("reservation.opening")) == 2


def test_an_offer_that_is_seen_again_does_not_deadlock_with_its_acceptance(improvable: Improvable) -> None:
    offer, user_id = improvable.offer(), improvable.person.user.pk
    Opening.objects.all().delete()

    def see_again() -> None:
        try:
            improvable.see()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            swapping.lock_offer(user_id=user_id, offer_id=offer.pk)
            relay = pool.submit(see_again)
            wait_for_a_blocked_session()
            notices.lock_cursors(user_ids=[user_id])
        relay.result()
    assert len(improvable.events("reservation.opening")) == 2


def test_a_search_cannot_become_a_request_that_books(improvable: Improvable) -> None:
    group_id = improvable.look().json()["group"]["group_id"]
    body = factories.body(at=[improvable.venue], account=improvable.account, dates=[str(BEST)], notify_only=False)
    reply = improvable.person.put(f"/api/reservations/{group_id}/", body)
    assert (reply.status_code, reply.json()["code"]) == (409, "search")


def test_a_search_ends_with_its_table(improvable: Improvable) -> None:
    group_id = improvable.look().json()["group"]["group_id"]
    assert looking.end_searches(now=timezone.now()) == 0
    Attempt.objects.filter(pk=improvable.attempt.pk).update(state="canceled")
    assert looking.end_searches(now=timezone.now()) == 1
    assert looking.end_searches(now=timezone.now()) == 0
    member = Reservation.objects.get(group_id=group_id)
    assert (member.status, member.reason) == ("canceled", "search_over")


def test_an_offer_of_another_user_is_not_found(improvable: Improvable, charlie: Person) -> None:
    offer = improvable.offer()
    assert charlie.get(f"/api/swaps/{offer.pk}/").status_code == 404
    assert charlie.post(f"/api/swaps/{offer.pk}/accept/", {}).status_code == 404
    assert charlie.post(f"/api/swaps/{offer.pk}/keep/").status_code == 404
