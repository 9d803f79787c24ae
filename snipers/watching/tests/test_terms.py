"""Terms of a booking: a fee within the ceiling, the right guest and the right card."""

import pytest

from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason
from snipers.testing.watch_harness import WatchHarness

GUEST = Guest(first_name="Grace", last_name="Hopper", email="grace@example.com", phone="+12125550123")


@pytest.mark.parametrize(
    ("asked", "limits", "held"),
    [
        ({"fee_cents": 1001}, (9000, 2000), (None, 2002)),
        ({"deposit_cents": 1001}, (2000, 9000), (2002, None)),
    ],
)
async def test_an_amount_above_its_own_limit_is_held_back(
    harness: WatchHarness, asked: dict[str, int], limits: tuple[int, int], held: tuple[int | None, int | None]
) -> None:
    await harness.simulator.terms(**asked)
    reservation_id = await harness.add_request(fee_ceiling_cents=limits[0], cancel_fee_ceiling_cents=limits[1])
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (refused,) = await harness.wait_for_attempts()
    assert (refused.state, refused.reason, refused.held) == ("refused", "held_back_fee", held)
    assert refused.terms is not None
    assert (refused.terms.deposit_cents or None, refused.terms.cancel_fee_cents or None) == held
    assert await harness.simulator.calls("/3/book") == []
    lines = await harness.backend.timeline(reservation_id)
    assert ("held_back", "held_back_fee") in lines
    assert "booking" not in {kind for kind, _ in lines}


async def test_a_fee_within_the_ceiling_is_booked_with_the_diner_s_card(harness: WatchHarness) -> None:
    await harness.simulator.terms(fee_cents=1000)
    token = await harness.simulator.diner("diner1")
    card = (await harness.client.me(token=token)).payment_method_id
    assert card
    account_id = await harness.backend.add_account(sealed=token.text, payment_method_id=card)
    await harness.add_request(1, account_id=account_id, fee_ceiling_cents=0, cancel_fee_ceiling_cents=2000)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (booked,) = await harness.wait_for_attempts()
    assert booked.state == "booked"
    assert booked.terms is not None
    assert (booked.terms.cancel_fee_cents, booked.terms.deposit_cents) == (2000, 0)
    assert booked.terms.free_until is not None


async def test_a_concierge_books_in_the_client_s_name(harness: WatchHarness) -> None:
    account_id = await harness.connect_account("concierge")
    await harness.add_request(1, account_id=account_id, guest=GUEST, diner="client:1")
    harness.start_watcher()
    await harness.simulator.free("19:30")
    assert (await harness.wait_for_attempts())[0].state == "booked"
    (booking,) = await harness.simulator.held()
    assert (booking["guest"]["first_name"], booking["guest"]["email"]) == ("Grace", "grace@example.com")


async def test_an_account_without_a_required_card_is_flagged_until_it_has_one(harness: WatchHarness) -> None:
    account_id = await harness.connect_account("diner1")
    await harness.add_request(1, account_id=account_id)
    await harness.simulator.fault("payment-required", "/3/book")
    harness.start_watcher()
    await harness.simulator.free("19:30")
    # The simulator's diner has a card on file: the next check finds it, then the table is tried again.
    refused, booked = await harness.wait_for_attempts(2)
    assert (refused.state, refused.reason, booked.state) == ("refused", "payment_required", "booked")
    reason, card = await harness.backend.attention(account_id)
    assert reason == ""
    assert card is not None
    assert (await harness.backend.account_status(account_id))[0] == "connected"


async def test_a_slot_with_a_captcha_is_refused_without_a_call(memory_harness: WatchHarness) -> None:
    await memory_harness.simulator.terms(captcha=True)
    await memory_harness.add_request()
    memory_harness.start_watcher()
    await memory_harness.simulator.free("19:30")
    (refused,) = await memory_harness.wait_for_attempts()
    assert (refused.state, refused.reason) == ("refused", "captcha")
    assert await memory_harness.simulator.calls("/3/details") == []


@pytest.mark.parametrize(
    ("kind", "path", "reason"),
    [
        ("schema-drift", "/3/details", Reason.NOT_UNDERSTOOD),
        ("captcha", "/3/book", Reason.CAPTCHA),
    ],
)
async def test_a_refusal_of_one_slot_has_its_reason(
    memory_harness: WatchHarness, kind: str, path: str, reason: Reason
) -> None:
    await memory_harness.add_request()
    await memory_harness.simulator.fault(kind, path)
    memory_harness.start_watcher()
    await memory_harness.simulator.free("19:30")
    (refused, *_) = await memory_harness.wait_for_attempts()
    assert (refused.state, refused.reason) == ("refused", reason.value)
    assert await memory_harness.simulator.held() == []
