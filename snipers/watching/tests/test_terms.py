"""What a venue asks for besides showing up: no more than the diner accepts, in the right name, with the right card."""

import pytest

from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason
from snipers.tests.watching import House

GUEST = Guest(first_name="Grace", last_name="Hopper", email="grace@example.com", phone="+12125550123")


@pytest.mark.parametrize("asked", [{"fee_cents": 2001}, {"deposit_cents": 2001}])
async def test_what_costs_more_than_the_diner_accepts_is_held_back(house: House, asked: dict[str, int]) -> None:
    await house.resy.terms(**asked)
    reservation_id = await house.file(fee_ceiling_cents=2000)
    house.watch()
    await house.resy.free("19:30")
    (refused,) = await house.tried()
    assert (refused.state, refused.reason) == ("refused", "held_back_fee")
    assert await house.resy.calls("/3/book") == []
    lines = await house.stage.timeline(reservation_id)
    assert ("held_back", "held_back_fee") in lines
    assert "booking" not in {kind for kind, _ in lines}


async def test_what_the_diner_accepts_is_booked_with_their_card(house: House) -> None:
    await house.resy.terms(fee_cents=2000)
    token = await house.resy.diner("diner1")
    card = (await house.client.me(token=token)).payment_method_id
    assert card
    account_id = await house.stage.account(sealed=token.text, payment_method_id=card)
    await house.file(1, account_id=account_id, fee_ceiling_cents=2000)
    house.watch()
    await house.resy.free("19:30")
    assert (await house.tried())[0].state == "booked"


async def test_a_concierge_books_in_the_client_s_name(house: House) -> None:
    account_id = await house.account("concierge")
    await house.file(1, account_id=account_id, guest=GUEST, diner="client:1")
    house.watch()
    await house.resy.free("19:30")
    assert (await house.tried())[0].state == "booked"
    (booking,) = await house.resy.held()
    assert (booking["guest"]["first_name"], booking["guest"]["email"]) == ("Grace", "grace@example.com")


async def test_an_account_without_the_card_that_is_asked_for_is_flagged_until_it_has_one(house: House) -> None:
    account_id = await house.account("diner1")
    await house.file(1, account_id=account_id)
    await house.resy.fault("payment-required", "/3/book")
    house.watch()
    await house.resy.free("19:30")
    # The simulator's diner has a card on file, which is found as soon as somebody looks; then the table is tried again.
    refused, booked = await house.tried(2)
    assert (refused.state, refused.reason, booked.state) == ("refused", "payment_required", "booked")
    reason, card = await house.stage.attention(account_id)
    assert reason == ""
    assert card is not None
    assert (await house.stage.account_status(account_id))[0] == "connected"


async def test_a_table_behind_a_human_check_is_told_and_not_asked_for(twin_house: House) -> None:
    await twin_house.resy.terms(captcha=True)
    await twin_house.file()
    twin_house.watch()
    await twin_house.resy.free("19:30")
    (refused,) = await twin_house.tried()
    assert (refused.state, refused.reason) == ("refused", "captcha")
    assert await twin_house.resy.calls("/3/details") == []


@pytest.mark.parametrize(
    ("kind", "path", "reason"),
    [
        ("schema-drift", "/3/details", Reason.NOT_UNDERSTOOD),
        ("captcha", "/3/book", Reason.CAPTCHA),
    ],
)
async def test_what_the_platform_says_of_one_table_has_a_reason(
    twin_house: House, kind: str, path: str, reason: Reason
) -> None:
    await twin_house.file()
    await twin_house.resy.fault(kind, path)
    twin_house.watch()
    await twin_house.resy.free("19:30")
    (refused, *_) = await twin_house.tried()
    assert (refused.state, refused.reason) == ("refused", reason.value)
    assert await twin_house.resy.held() == []
