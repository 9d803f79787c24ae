"""Claims by a watcher with outdated data: the request, its client or its card was changed after the watcher read it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from snipers.domain.snipe import Guest
from snipers.store.tests.watched_venue import WatchedVenue

GRACE = Guest(first_name="Grace", last_name="Hopper", email="grace@example.org", phone="+12125550102")
AHEAD = datetime.now(UTC) + timedelta(days=30)
EDITS: Mapping[str, Mapping[str, object]] = {
    "nothing": {},
    "party size": {"party_size": 4},
    "window": {"start": time(18), "end": time(21)},
    "a window that the table does not fit": {"start": time(20), "end": time(22)},
    "seating": {"seating": "Dining Room"},
    "override": {"override": True},
    "fee ceiling": {"fee_ceiling_cents": 5000, "cancel_fee_ceiling_cents": 0},
    "cancel fee ceiling": {"cancel_fee_ceiling_cents": 5000},
    "release": {"snipe_type": "release", "release_at": AHEAD},
}


@pytest.mark.parametrize("wanted", EDITS.values(), ids=EDITS.keys())
async def test_after_an_edit_a_watcher_that_did_not_read_it_cannot_claim(
    watched: WatchedVenue, wanted: Mapping[str, object]
) -> None:
    reservation_id = await watched.add_request()
    await watched.edit(reservation_id, **wanted)
    assert await watched.claim(reservation_id) is None


@pytest.mark.parametrize(
    ("edit", "table"),
    [
        ("party size", {"party_size": 4}),
        ("window", {"time": time(21)}),
        ("seating", {}),
        ("override", {}),
        ("fee ceiling", {}),
        ("cancel fee ceiling", {}),
    ],
)
async def test_a_watcher_that_read_the_edit_claims_the_edited_request(
    watched: WatchedVenue, edit: str, table: Mapping[str, object]
) -> None:
    reservation_id = await watched.add_request()
    await watched.edit(reservation_id, **EDITS[edit])
    await watched.reread(reservation_id, **EDITS[edit])
    assert await watched.claim(reservation_id, **table)


@pytest.mark.parametrize("edit", ["party size", "a window that the table does not fit", "release"])
async def test_an_edited_request_cannot_be_claimed_for_old_values(watched: WatchedVenue, edit: str) -> None:
    reservation_id = await watched.add_request()
    await watched.edit(reservation_id, **EDITS[edit])
    await watched.reread(reservation_id, **EDITS[edit])
    assert await watched.claim(reservation_id) is None


async def test_an_edited_request_is_claimed_for_the_account_that_it_has_now(watched: WatchedVenue) -> None:
    reservation_id, another = await watched.add_request(), await watched.backend.add_account(sealed="another")
    await watched.edit(reservation_id, account_id=another)
    await watched.reread(reservation_id)
    assert await watched.claim(reservation_id) is None
    assert await watched.claim(reservation_id, account_id=another)


async def test_the_waiting_list_shows_an_edited_request_as_it_is_now(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    await watched.edit(reservation_id, party_size=4, seating="Bar", fee_ceiling_cents=5000, override=True)
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    (snipe,) = roster.snipes
    assert (snipe.party_size, snipe.seating, snipe.fee_ceiling_cents, snipe.override) == (4, "Bar", 5000, True)
    assert snipe.revision == (await watched.backend.request(reservation_id)).revision == 2


async def test_a_table_is_never_booked_in_a_name_that_was_corrected(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request(guest=GRACE, diner="client:1")
    married = replace(GRACE, last_name="Murray")
    await watched.backend.rename_guest(reservation_id, married)
    assert await watched.claim(reservation_id) is None
    await watched.reread(reservation_id, guest=married)
    assert await watched.claim(reservation_id)


async def test_a_table_is_never_booked_with_a_card_that_was_replaced(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request(guest=GRACE, card="old", diner="client:1")
    await watched.backend.change_card(reservation_id, "new")
    assert await watched.claim(reservation_id) is None
    await watched.reread(reservation_id, card="new")
    assert await watched.claim(reservation_id)


async def test_requests_of_a_deleted_client_are_not_claimed(watched: WatchedVenue) -> None:
    """Otherwise the table would be booked in the concierge's own name."""
    reservation_id = await watched.add_request(guest=GRACE, card="card", diner="client:1")
    await watched.backend.delete_guest(reservation_id)
    await watched.reread(reservation_id, guest=None, card=None)
    assert await watched.claim(reservation_id) is None
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert roster.snipes == []
    assert await watched.store.desired() == []


async def test_an_account_s_own_card_is_compared_where_there_is_none_of_a_client(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    await watched.store.save_payment_method(account_id=watched.account_id, payment_method_id="own")
    assert await watched.claim(reservation_id) is None
    await watched.reread(reservation_id, card="own")
    assert await watched.claim(reservation_id)
