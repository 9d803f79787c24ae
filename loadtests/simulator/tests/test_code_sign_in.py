"""Sign-in to Resy by code: by SMS or e-mail, with the challenge, the attempts left, and a demanded captcha."""

from typing import Any

import httpx
import pytest

from loadtests.simulator.sign_in_codes import CODE
from loadtests.simulator.tests.harness import Control, Diner, MovableClock

NEW_NUMBER = "+16465550123"
NEW_EMAIL = "grace@example.com"
DEVICE = {"device_type_id": "3", "device_token": "6f3f8f5e-6d1c-4f0e-9d43-5f0e6a2b9a10"}
BOTH = pytest.mark.parametrize("version", ["3", "4"])


async def _mobile(diner: Diner, number: str = NEW_NUMBER, version: str = "4", **more: str) -> httpx.Response:
    return await diner.http.post(f"/{version}/auth/mobile", data={"mobile_number": number, **more})


async def _challenge(diner: Diner, version: str = "4", **fields: str) -> httpx.Response:
    return await diner.http.post(f"/{version}/auth/challenge", data={"em_address": NEW_EMAIL, **fields})


async def _opened(diner: Diner, number: str = NEW_NUMBER) -> dict[str, Any]:
    await _mobile(diner, number)
    opened: dict[str, Any] = (await _mobile(diner, number, code=CODE)).json()
    return opened


async def _email(diner: Diner, call: str, email: str = NEW_EMAIL, **more: str) -> httpx.Response:
    return await diner.http.post(f"/3/auth/email/{call}", data={"em_address": email, **more})


@BOTH
async def test_known_number_signs_in_with_its_code_and_gets_no_refresh_token(ada: Diner, version: str) -> None:
    me = (await ada.http.get("/2/user")).json()
    sent = (await _mobile(ada, me["mobile_number"], version, method="sms")).json()
    assert sent == {"mobile_number": me["mobile_number"], "sent": True}
    signed_in = (await _mobile(ada, me["mobile_number"], version, code=CODE)).json()
    assert signed_in["id"] == me["id"]
    assert "refresh_token" not in signed_in
    ada.http.headers["X-Resy-Auth-Token"] = signed_in["token"]
    assert (await ada.http.get("/2/user")).status_code == 200


@BOTH
@pytest.mark.parametrize("proof", ["claim token", "device"])
async def test_new_number_gets_a_challenge_for_the_email_address(ada: Diner, version: str, proof: str) -> None:
    opened = await _opened(ada)
    assert opened["challenge"]["properties"] == [{"name": "em_address", "type": "email", "message": "Email address"}]
    claim = {"claim_token": opened["mobile_claim"]["claim_token"]}
    answer = {"challenge_id": opened["challenge"]["challenge_id"], **(DEVICE if proof == "device" else claim)}
    signed_in = (await _challenge(ada, version, **answer)).json()
    assert (signed_in["em_address"], signed_in["mobile_number"]) == (NEW_EMAIL, NEW_NUMBER)
    assert signed_in["token"]
    assert (await _challenge(ada, version, **answer)).status_code == 400


async def test_account_that_a_code_created_has_no_password(ada: Diner) -> None:
    opened = await _opened(ada)
    await _challenge(ada, challenge_id=opened["challenge"]["challenge_id"], **DEVICE)
    assert (await ada.sign_in(NEW_EMAIL)).status_code == 401
    await _mobile(ada)
    assert (await _mobile(ada, code=CODE)).json()["em_address"] == NEW_EMAIL


async def test_known_number_gets_a_challenge_by_switch(ada: Diner, control: Control) -> None:
    await control.post("/switches", code_challenge=True)
    me = (await ada.http.get("/2/user")).json()
    opened = await _opened(ada, me["mobile_number"])
    assert opened["challenge"]["first_name"] == me["first_name"]
    answer = {"challenge_id": opened["challenge"]["challenge_id"], **DEVICE}
    wrong = (await _challenge(ada, **answer)).json()["data"]
    assert wrong == {"em_address": "The answer does not match this account.", "attempts_left": 4}
    assert (await _challenge(ada, **{**answer, "em_address": me["em_address"]})).json()["id"] == me["id"]


async def test_code_by_email_signs_in(ada: Diner, control: Control) -> None:
    assert (await _email(ada, "request")).json() == {"em_address": NEW_EMAIL, "sent": True}
    first = (await _email(ada, "verify", code=CODE)).json()
    assert first["em_address"] == NEW_EMAIL
    me = (await ada.http.get("/2/user")).json()
    await _email(ada, "request", me["em_address"])
    assert (await _email(ada, "verify", me["em_address"], code=CODE)).json()["id"] == me["id"]
    await control.post("/switches", code_challenge=True)
    await _email(ada, "request", me["em_address"])
    opened = (await _email(ada, "verify", me["em_address"], code=CODE)).json()
    assert [one["name"] for one in opened["challenge"]["properties"]] == ["mobile_number"]
    answer = {"challenge_id": opened["challenge"]["challenge_id"], "mobile_number": me["mobile_number"], **DEVICE}
    assert (await _challenge(ada, **answer)).json()["id"] == me["id"]


async def test_wrong_code_states_the_attempts_left_until_it_is_exhausted(ada: Diner) -> None:
    await _mobile(ada)
    replies = [await _mobile(ada, code="000000") for _ in range(5)]
    assert [reply.status_code for reply in replies] == [400] * 5
    data = [reply.json()["data"] for reply in replies]
    assert [one.get("attempts_left") for one in data] == [4, 3, 2, 1, None]
    assert [one["code"] for one in data[3:]] == ["The code is incorrect.", "Too many attempts. Request a new code."]
    assert (await _mobile(ada, code=CODE)).json()["data"] == {"code": "Too many attempts. Request a new code."}
    await _mobile(ada)
    assert (await _mobile(ada, code=CODE)).status_code == 200


async def test_code_that_was_never_sent_counts_as_expired(ada: Diner) -> None:
    assert (await _mobile(ada, code=CODE)).json()["data"] == {"code": "The code has expired."}


async def test_code_is_valid_once_and_for_ten_minutes(ada: Diner, clock: MovableClock) -> None:
    await _mobile(ada)
    assert (await _mobile(ada, code=CODE)).status_code == 200
    assert (await _mobile(ada, code=CODE)).status_code == 400
    await _mobile(ada)
    clock.skip(seconds=601)
    assert (await _mobile(ada, code=CODE)).json()["data"] == {"code": "The code has expired."}


@pytest.mark.parametrize("number", ["", "2125550100", "+1 212 555 0100", "ada@example.com"])
async def test_number_must_be_in_e164_form(ada: Diner, number: str) -> None:
    assert (await _mobile(ada, number)).status_code == 400


@pytest.mark.parametrize("email", ["", "grace", "a b@example.com"])
async def test_code_needs_an_email_address(ada: Diner, email: str) -> None:
    assert (await _email(ada, "request", email)).status_code == 400


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"challenge_id": "x", **DEVICE}, "challenge_id"),
        ({"claim_token": "x"}, "claim_token"),
        ({"device_token": "x"}, "claim_token"),
        ({"em_address": "nobody", **DEVICE}, "em_address"),
        ({"em_address": "ada.lovelace@example.com", **DEVICE}, "em_address"),
    ],
)
async def test_invalid_challenge_answer_is_refused(ada: Diner, fields: dict[str, str], named: str) -> None:
    opened = await _opened(ada)
    reply = await _challenge(ada, **{"challenge_id": opened["challenge"]["challenge_id"], **fields})
    assert (reply.status_code, next(iter(reply.json()["data"]))) == (400, named)


async def test_challenge_is_over_after_five_wrong_answers(ada: Diner) -> None:
    answer = {"challenge_id": (await _opened(ada))["challenge"]["challenge_id"], **DEVICE}
    for _ in range(5):
        assert "em_address" in (await _challenge(ada, **{**answer, "em_address": "nobody"})).json()["data"]
    assert "challenge_id" in (await _challenge(ada, **answer)).json()["data"]


async def test_captcha_is_demanded_by_switch(ada: Diner, control: Control) -> None:
    await control.post("/switches", sign_in_captcha=True)
    for reply in (await _mobile(ada), await _email(ada, "request"), await ada.sign_in(NEW_EMAIL)):
        assert (reply.status_code, list(reply.json()["data"])) == (400, ["captcha_token"])
    assert (await _mobile(ada, captcha_token="solved")).status_code == 200


async def test_older_status_for_a_bad_password_by_switch(ada: Diner, control: Control) -> None:
    assert (await ada.sign_in("ada@example.com", "wrong")).status_code == 401
    await control.post("/switches", unauthorized=419)
    assert (await ada.sign_in("ada@example.com", "wrong")).status_code == 419
