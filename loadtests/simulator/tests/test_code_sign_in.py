"""Sign-in to Resy by telephone: a code, and for a new number a challenge."""

import httpx
import pytest

from loadtests.simulator.sign_in_codes import CODE
from loadtests.simulator.tests.harness import Control, Diner, MovableClock

NEW_NUMBER = "+16465550123"
DEVICE = {"device_type_id": "3", "device_token": "6f3f8f5e-6d1c-4f0e-9d43-5f0e6a2b9a10"}


async def _mobile(diner: Diner, number: str, **code: str) -> httpx.Response:
    return await diner.http.post("/3/auth/mobile", data={"mobile_number": number, **code})


async def _challenge(diner: Diner, **fields: str) -> httpx.Response:
    return await diner.http.post("/4/auth/challenge", data={"em_address": "grace@example.com", **DEVICE, **fields})


async def test_known_number_signs_in_with_its_code(ada: Diner) -> None:
    me = (await ada.http.get("/2/user")).json()
    assert "token" not in (await _mobile(ada, me["mobile_number"])).json()
    signed_in = (await _mobile(ada, me["mobile_number"], code=CODE)).json()
    assert signed_in["id"] == me["id"]
    ada.http.headers["X-Resy-Auth-Token"] = signed_in["token"]
    assert (await ada.http.get("/2/user")).status_code == 200


async def test_new_number_gets_a_challenge_for_the_email_address(ada: Diner) -> None:
    await _mobile(ada, NEW_NUMBER)
    challenge_id = (await _mobile(ada, NEW_NUMBER, code=CODE)).json()["challenge"]["challenge_id"]
    signed_in = await _challenge(ada, challenge_id=challenge_id)
    assert signed_in.json()["em_address"] == "grace@example.com"
    assert signed_in.json()["token"]
    assert (await _challenge(ada, challenge_id=challenge_id)).status_code == 401


@pytest.mark.parametrize("code", ["000000", ""])
async def test_wrong_code_is_refused(ada: Diner, code: str) -> None:
    await _mobile(ada, NEW_NUMBER)
    assert (await _mobile(ada, NEW_NUMBER, code=code)).status_code == 401


async def test_code_that_was_never_sent_is_refused(ada: Diner) -> None:
    assert (await _mobile(ada, NEW_NUMBER, code=CODE)).status_code == 401


async def test_code_is_valid_once_and_for_ten_minutes(ada: Diner, clock: MovableClock) -> None:
    await _mobile(ada, NEW_NUMBER)
    assert (await _mobile(ada, NEW_NUMBER, code=CODE)).status_code == 200
    assert (await _mobile(ada, NEW_NUMBER, code=CODE)).status_code == 401
    await _mobile(ada, NEW_NUMBER)
    clock.skip(seconds=601)
    assert (await _mobile(ada, NEW_NUMBER, code=CODE)).status_code == 401


@pytest.mark.parametrize("number", ["", "2125550100", "+1 212 555 0100", "ada@example.com"])
async def test_number_must_be_in_e164_form(ada: Diner, number: str) -> None:
    assert (await _mobile(ada, number)).status_code == 400


@pytest.mark.parametrize(
    ("fields", "status"), [({"challenge_id": "x"}, 401), ({"device_token": ""}, 400), ({"device_type_id": ""}, 400)]
)
async def test_invalid_challenge_answer_is_refused(ada: Diner, fields: dict[str, str], status: int) -> None:
    assert (await _challenge(ada, **fields)).status_code == status


async def test_older_status_for_a_bad_password_by_switch(ada: Diner, control: Control) -> None:
    assert (await ada.sign_in("ada@example.com", "wrong")).status_code == 401
    await control.post("/switches", unauthorized=419)
    assert (await ada.sign_in("ada@example.com", "wrong")).status_code == 419
