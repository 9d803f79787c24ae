"""What an edit, and a change in a concierge's book, mean for claims by watchers that read the request before."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from snipers.domain.snipe import Guest
from snipers.store.tests.scene import Scene

GRACE = Guest(first_name="Grace", last_name="Hopper", email="grace@example.org", phone="+12125550102")
AHEAD = datetime.now(UTC) + timedelta(days=30)
EDITS: Mapping[str, Mapping[str, object]] = {
    "nothing": {},
    "party size": {"party_size": 4},
    "window": {"start": time(18), "end": time(21)},
    "a window that the table does not fit": {"start": time(20), "end": time(22)},
    "seating": {"seating": "Dining Room"},
    "override": {"override": True},
    "fee ceiling": {"fee_ceiling_cents": 5000},
    "release": {"snipe_type": "release", "release_at": AHEAD},
}


@pytest.mark.parametrize("wanted", EDITS.values(), ids=EDITS.keys())
async def test_after_an_edit_a_watcher_that_did_not_read_it_cannot_claim(
    scene: Scene, wanted: Mapping[str, object]
) -> None:
    reservation_id = await scene.file()
    await scene.edit(reservation_id, **wanted)
    assert await scene.claim(reservation_id) is None


@pytest.mark.parametrize(
    ("edit", "table"),
    [
        ("party size", {"party_size": 4}),
        ("window", {"time": time(21)}),
        ("seating", {}),
        ("override", {}),
        ("fee ceiling", {}),
    ],
)
async def test_one_that_did_read_it_claims_what_is_wanted_now(
    scene: Scene, edit: str, table: Mapping[str, object]
) -> None:
    reservation_id = await scene.file()
    await scene.edit(reservation_id, **EDITS[edit])
    await scene.read_anew(reservation_id, **EDITS[edit])
    assert await scene.claim(reservation_id, **table)


@pytest.mark.parametrize("edit", ["party size", "a window that the table does not fit", "release"])
async def test_nobody_claims_what_is_not_wanted_any_more(scene: Scene, edit: str) -> None:
    reservation_id = await scene.file()
    await scene.edit(reservation_id, **EDITS[edit])
    await scene.read_anew(reservation_id, **EDITS[edit])
    assert await scene.claim(reservation_id) is None


async def test_an_edited_request_is_claimed_for_the_account_that_it_has_now(scene: Scene) -> None:
    reservation_id, another = await scene.file(), await scene.stage.account(sealed="another")
    await scene.edit(reservation_id, account_id=another)
    await scene.read_anew(reservation_id)
    assert await scene.claim(reservation_id) is None
    assert await scene.claim(reservation_id, account_id=another)


async def test_the_waiting_list_shows_an_edited_request_as_it_is_now(scene: Scene) -> None:
    reservation_id = await scene.file()
    await scene.edit(reservation_id, party_size=4, seating="Bar", fee_ceiling_cents=5000, override=True)
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    (snipe,) = roster.snipes
    assert (snipe.party_size, snipe.seating, snipe.fee_ceiling_cents, snipe.override) == (4, "Bar", 5000, True)
    assert snipe.revision == (await scene.stage.request(reservation_id)).revision == 2


async def test_a_table_is_never_booked_in_a_name_that_was_corrected(scene: Scene) -> None:
    reservation_id = await scene.file(guest=GRACE, diner="client:1")
    married = replace(GRACE, last_name="Murray")
    await scene.stage.rename_guest(reservation_id, married)
    assert await scene.claim(reservation_id) is None
    await scene.read_anew(reservation_id, guest=married)
    assert await scene.claim(reservation_id)


async def test_a_table_is_never_booked_with_a_card_that_was_replaced(scene: Scene) -> None:
    reservation_id = await scene.file(guest=GRACE, card="old", diner="client:1")
    await scene.stage.change_card(reservation_id, "new")
    assert await scene.claim(reservation_id) is None
    await scene.read_anew(reservation_id, card="new")
    assert await scene.claim(reservation_id)


async def test_a_client_who_was_deleted_waits_for_nothing_any_more(scene: Scene) -> None:
    """Or the table would be booked in the concierge's own name."""
    reservation_id = await scene.file(guest=GRACE, card="card", diner="client:1")
    await scene.stage.forget_guest(reservation_id)
    await scene.read_anew(reservation_id, guest=None, card=None)
    assert await scene.claim(reservation_id) is None
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert roster.snipes == []
    assert await scene.store.desired() == []


async def test_an_account_s_own_card_is_compared_where_there_is_none_of_a_client(scene: Scene) -> None:
    reservation_id = await scene.file()
    await scene.store.save_payment_method(account_id=scene.account_id, payment_method_id="own")
    assert await scene.claim(reservation_id) is None
    await scene.read_anew(reservation_id, card="own")
    assert await scene.claim(reservation_id)
