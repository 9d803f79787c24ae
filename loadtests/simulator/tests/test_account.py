"""Sign-in, and the endpoints GET /2/user and POST /3/payment_methods."""

import base64
import json
from typing import Any

import pytest

from loadtests.simulator.accounts import name_from
from loadtests.simulator.tests.harness import Control, Diner, MovableClock

CARD = {"number": "4000 0566 5566 5556", "exp_month": "7", "exp_year": "2030", "cvc": "123"}


@pytest.mark.parametrize("path", ["/3/auth/password", "/4/auth/password"])
async def test_any_address_signs_in_with_the_demo_password(ada: Diner, path: str) -> None:
    form = {"email": "grace.hopper@example.com", "password": "table-for-two"}
    reply = await ada.http.post(path, data=form)
    assert reply.status_code == 200
    body = reply.json()
    assert (body["first_name"], body["last_name"]) == ("Grace", "Hopper")
    assert body["em_address"] == "grace.hopper@example.com"
    assert body["payment_method_id"] == body["payment_methods"][0]["id"]
    assert body["token"]


async def test_same_address_is_the_same_diner(ada: Diner) -> None:
    first = (await ada.sign_in("grace@example.com")).json()
    second = (await ada.sign_in(" Grace@Example.com ")).json()
    assert first["id"] == second["id"]
    assert first["token"] != second["token"]


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("ada.lovelace@example.com", "wrong"),
        ("ada.lovelace@example.com", ""),
        ("ada.lovelace@example.com", "table-for-twö"),
        ("nobody", "table-for-two"),
        ("", "table-for-two"),
    ],
)
async def test_any_other_password_or_address_gets_the_same_401(ada: Diner, email: str, password: str) -> None:
    reply = await ada.sign_in(email, password)
    assert reply.status_code == 401
    assert reply.json()["message"] == "Your email or password is incorrect."


async def test_sign_in_with_json_is_refused_as_wrong_media_type(ada: Diner) -> None:
    assert (await ada.http.post("/3/auth/password", json={"email": "a@b.c"})).status_code == 415


async def test_token_has_the_claims_that_clients_read(ada: Diner) -> None:
    header, claims, _ = ada.http.headers["X-Resy-Auth-Token"].split(".")
    assert _decoded(header)["alg"] == "ES256"
    body = _decoded(claims)
    user = (await ada.http.get("/2/user")).json()
    assert body["uid"] == user["id"]
    assert body["extra"] == {"guest_id": user["guest_id"]}
    assert (body["gt"], body["gs"], body["lang"]) == ("consumer", [], "en-us")


async def test_user_record_requires_a_token(ada: Diner) -> None:
    del ada.http.headers["X-Resy-Auth-Token"]
    assert (await ada.http.get("/2/user")).status_code == 401


async def test_password_appears_in_no_reply_and_no_log(ada: Diner, control: Control) -> None:
    reply = await ada.sign_in("grace@example.com")
    truth = await control.http.get("/truth", params={"since": 0})
    assert "table-for-two" not in reply.text + truth.text
    assert reply.json()["token"] not in truth.text


async def test_new_card_is_stored_with_its_last_four_digits(ada: Diner) -> None:
    reply = await ada.http.post("/3/payment_methods", data=CARD)
    assert reply.status_code == 201
    assert (reply.json()["last_4"], reply.json()["is_default"]) == ("5556", False)
    methods = (await ada.http.get("/2/user")).json()["payment_methods"]
    assert [method["last_4"] for method in methods] == ["4242", "5556"]
    assert "4000056655665556" not in (await ada.http.get("/2/user")).text


async def test_card_is_accepted_as_json(ada: Diner) -> None:
    assert (await ada.http.post("/3/payment_methods", json=CARD)).status_code == 201


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"number": "4000056655665557"}, "number"),
        ({"number": "12"}, "number"),
        ({"cvc": "12"}, "cvc"),
        ({"exp_month": "13"}, "exp_month"),
        ({"exp_month": "0"}, "exp_month"),
        ({"exp_year": "2026", "exp_month": "10"}, "exp_year"),
        ({"exp_year": "soon"}, "exp_year"),
    ],
)
async def test_bad_card_is_refused_by_field(ada: Diner, changed: dict[str, str], field: str) -> None:
    reply = await ada.http.post("/3/payment_methods", data={**CARD, **changed})
    assert reply.status_code == 400
    assert list(reply.json()["data"]) == [field]
    assert len((await ada.http.get("/2/user")).json()["payment_methods"]) == 1


@pytest.mark.parametrize(
    ("email", "name"),
    [
        ("ada.lovelace@example.com", ("Ada", "Lovelace")),
        ("MARIE-SKLODOWSKA.curie+nyc@example.com", ("Marie", "Sklodowska Curie")),
        ("grace@example.com", ("Grace", "Guest")),
        ("12345@example.com", ("Table", "Guest")),
    ],
)
def test_name_is_derived_from_the_email_address(email: str, name: tuple[str, str]) -> None:
    assert name_from(email) == name


def _decoded(part: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return value


async def test_ended_sessions_refuse_old_tokens_and_a_new_sign_in_works(
    ada: Diner, control: Control, clock: MovableClock
) -> None:
    clock.skip(seconds=1)
    await control.post("/accounts", source="resy", user="ada.lovelace@example.com", end_sessions=True)
    assert (await ada.http.get("/2/user")).status_code == 401
    ada.http.headers["X-Resy-Auth-Token"] = (await ada.sign_in("ada.lovelace@example.com")).json()["token"]
    assert (await ada.http.get("/2/user")).status_code == 200


async def test_an_ended_session_cannot_be_refreshed(ada: Diner, control: Control, clock: MovableClock) -> None:
    refresh = (await ada.sign_in("ada.lovelace@example.com")).json()["refresh_token"]
    clock.skip(seconds=1)
    await control.post("/accounts", source="resy", user="ada.lovelace@example.com", end_sessions=True)
    assert (await ada.http.post("/3/auth/refresh", data={"refresh_token": refresh})).status_code == 401


async def test_cards_are_removed_and_added(ada: Diner, control: Control) -> None:
    await control.post("/accounts", source="resy", user="ada.lovelace@example.com", cards=0)
    user = (await ada.http.get("/2/user")).json()
    assert (user["payment_method_id"], user["payment_methods"]) == (None, [])
    added = await control.post("/accounts", source="resy", user="ada.lovelace@example.com", cards=1)
    assert [(await ada.http.get("/2/user")).json()["payment_method_id"]] == added["cards"]


async def test_an_unknown_account_cannot_be_changed(control: Control) -> None:
    reply = await control.http.post("/accounts", json={"source": "resy", "user": "nobody@example.com", "cards": 0})
    assert reply.status_code == 404
