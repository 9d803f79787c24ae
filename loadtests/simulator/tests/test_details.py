"""The endpoints GET and POST /3/details."""

import pytest

from loadtests.simulator.tests.harness import DAY, Control, Diner, MovableClock


async def test_commit_returns_a_book_token(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    reply = await ada.details(slot["token"], commit=1)
    assert reply.status_code == 201
    assert reply.json()["book_token"]["value"]
    assert reply.json()["book_token"]["date_expires"] == "2026-11-20T17:05:00Z"


async def test_preview_returns_terms_without_a_book_token(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    body = (await ada.details(slot["token"], commit=0)).json()
    assert "book_token" not in body
    assert body["cancellation"]["display"]["policy"]


@pytest.mark.parametrize(("commit", "token"), [({}, True), ({"commit": "1"}, True), ({"commit": "0"}, False)])
async def test_get_returns_a_book_token_unless_commit_is_0(
    ada: Diner, control: Control, commit: dict[str, str], token: bool
) -> None:
    [slot] = await control.free()
    query = {"config_id": slot["token"], "day": DAY, "party_size": "2", **commit}
    reply = await ada.http.get("/3/details", params=query)
    assert reply.status_code == 200
    assert ("book_token" in reply.json()) is token


async def test_json_post_without_commit_returns_a_book_token(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    reply = await ada.http.post("/3/details", json={"config_id": slot["token"], "day": DAY, "party_size": 2})
    assert reply.status_code == 201
    assert reply.json()["book_token"]["value"]


async def test_form_is_refused_as_wrong_media_type(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    assert (await ada.http.post("/3/details", data={"config_id": slot["token"]})).status_code == 415


async def test_form_is_accepted_with_the_switch(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await control.post("/switches", details_form=True)
    reply = await ada.http.post("/3/details", data={"config_id": slot["token"], "commit": 1})
    assert reply.status_code == 201
    assert reply.json()["book_token"]["value"]


async def test_card_on_file_is_shown_only_to_its_diner(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    [card] = (await ada.details(slot["token"])).json()["user"]["payment_methods"]
    assert card["last_4"] == "4242"
    del ada.http.headers["X-Resy-Auth-Token"]
    assert (await ada.details(slot["token"])).json()["user"]["payment_methods"] is None


async def test_details_do_not_hold_the_table(ada: Diner, bob: Diner, control: Control) -> None:
    [slot] = await control.free()
    first, second = await ada.book_token(slot["token"]), await bob.book_token(slot["token"])
    assert (await bob.book(second)).status_code == 201
    assert (await ada.book(first)).status_code == 412


async def test_gone_slot_is_412(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await control.post("/take", slot_id=slot["slot_id"])
    assert (await ada.details(slot["token"])).status_code == 412


async def test_past_slot_is_412(ada: Diner, control: Control, clock: MovableClock) -> None:
    [slot] = await control.free(date="2026-11-20", time="12:30")
    clock.skip(seconds=1800)
    assert (await ada.details(slot["token"])).status_code == 412


@pytest.mark.parametrize(
    ("config_id", "status"),
    [
        ("", 400),
        ("rgs://resy/1201", 400),
        ("rgs://opentable/1201/1/2/2026-11-23/2026-11-23/19:30:00/2/Bar", 400),
        ("rgs://resy/x/1/2/2026-11-23/2026-11-23/19:30:00/2/Bar", 400),
        ("rgs://resy/1201/1/2/2026-11-23/2026-11-23/19:30/2/Bar", 400),
        ("rgs://resy/7/1/2/2026-11-23/2026-11-23/19:30:00/2/Bar", 404),
        ("rgs://resy/1201/1/2/2026-11-23/2026-11-23/19:30:00/2/Bar", 412),
    ],
)
async def test_config_token_without_an_open_table_is_refused(ada: Diner, config_id: str, status: int) -> None:
    assert (await ada.details(config_id)).status_code == status


@pytest.mark.parametrize("fields", [{"day": "2026-11-24"}, {"party_size": 4}, {"venue_id": 1202}])
async def test_fields_that_contradict_the_config_token_are_refused(
    ada: Diner, control: Control, fields: dict[str, str | int]
) -> None:
    [slot] = await control.free()
    reply = await ada.http.post("/3/details", json={"config_id": slot["token"], "commit": 1, **fields})
    assert reply.status_code == 400
    assert list(reply.json()["data"]) == list(fields)
