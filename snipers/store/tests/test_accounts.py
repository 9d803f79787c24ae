"""Attention flags, cards and guests of accounts, on both stores."""

from snipers.domain.snipe import Guest, Snipe
from snipers.store.tests.watched_venue import WatchedVenue

GUEST = Guest(first_name="Amara", last_name="Okafor", email="amara@clients.test", phone="+12125550123")


async def snipe(watched: WatchedVenue) -> Snipe:
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    return roster.snipes[0]


async def test_a_missing_card_is_flagged_once_and_leaves_the_account_connected(watched: WatchedVenue) -> None:
    await watched.add_request()
    flags = [await watched.flag("payment_required") for _ in range(2)]
    assert flags == [True, False]
    assert (await watched.backend.account_status(watched.account_id))[0] == "connected"
    assert (await watched.backend.attention(watched.account_id))[0] == "payment_required"
    assert (await snipe(watched)).account.usable


async def test_an_expired_token_replaces_the_flag_of_a_missing_card(watched: WatchedVenue) -> None:
    await watched.flag("payment_required")
    assert await watched.flag("needs_reconnect")
    assert not await watched.flag("payment_required")
    assert (await watched.backend.account_status(watched.account_id))[0] == "needs_reconnect"
    await watched.store.save_payment_method(account_id=watched.account_id, payment_method_id="card-1")
    assert await watched.backend.attention(watched.account_id) == ("needs_reconnect", "card-1")


async def test_a_failure_of_an_old_token_does_not_flag_the_new_one(watched: WatchedVenue) -> None:
    assert not await watched.flag("needs_reconnect", sealed="an older token")
    assert (await watched.backend.account_status(watched.account_id))[0] == "connected"


async def test_a_new_card_is_used_and_clears_the_flag(watched: WatchedVenue) -> None:
    await watched.add_request()
    assert (await snipe(watched)).payment_method_id is None
    await watched.flag("payment_required")
    await watched.store.save_payment_method(account_id=watched.account_id, payment_method_id="card-1")
    assert await watched.backend.attention(watched.account_id) == ("", "card-1")
    assert (await snipe(watched)).payment_method_id == "card-1"
    assert await watched.flag("payment_required")


async def test_a_client_is_booked_with_their_own_name_and_card(watched: WatchedVenue) -> None:
    account_id = await watched.backend.add_account(payment_method_id="of the concierge")
    await watched.add_request(account_id=account_id, guest=GUEST, card="of the client", diner="client:1")
    mine = await snipe(watched)
    assert (mine.guest, mine.payment_method_id, mine.diner_key) == (GUEST, "of the client", "client:1")


async def test_without_a_clients_card_the_account_card_is_used(watched: WatchedVenue) -> None:
    account_id = await watched.backend.add_account(payment_method_id="of the concierge")
    await watched.add_request(account_id=account_id, guest=GUEST)
    mine = await snipe(watched)
    assert (mine.guest, mine.payment_method_id) == (GUEST, "of the concierge")


async def test_a_snipe_has_the_note_to_the_restaurant(watched: WatchedVenue) -> None:
    await watched.add_request(note_to_restaurant="A booth, please")
    assert (await snipe(watched)).note_to_restaurant == "A booth, please"


async def test_an_own_request_names_no_guest(watched: WatchedVenue) -> None:
    await watched.add_request()
    assert (await snipe(watched)).guest is None
