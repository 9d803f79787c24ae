"""Sign-in on OpenTable: two calls of the app and two of the web site."""

from typing import Any

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import MovableClock, client
from loadtests.simulator.tests.harness_opentable import AGENT, CSRF, EVE, FINN, Customer, phone


async def started(customer: Customer, number: str) -> str:
    reply = await customer.http.post("/api/v1/2fa/start", json={"phone": phone(number), "target": "SMS"})
    correlation_id: str = reply.json()["correlationId"]
    return correlation_id


async def test_wrong_code_is_404_and_the_right_one_may_follow(eve: Customer) -> None:
    correlation_id = await started(eve, EVE)
    assert (await eve.confirm(EVE, correlation_id, "654321")).status_code == 404
    assert (await eve.confirm(EVE, correlation_id)).status_code == 200


async def test_code_is_valid_once(eve: Customer) -> None:
    correlation_id = await started(eve, EVE)
    assert (await eve.confirm(EVE, correlation_id)).status_code == 200
    assert (await eve.confirm(EVE, correlation_id)).status_code == 404


async def test_after_five_wrong_codes_the_right_one_is_refused(eve: Customer) -> None:
    correlation_id = await started(eve, EVE)
    for _ in range(5):
        await eve.confirm(EVE, correlation_id, "000000")
    assert (await eve.confirm(EVE, correlation_id)).status_code == 404


async def test_correlation_id_is_bound_to_its_phone(eve: Customer) -> None:
    correlation_id = await started(eve, EVE)
    assert (await eve.confirm(FINN, correlation_id)).status_code == 404
    assert (await eve.confirm(EVE, "5f1c6a2e-2b1f-4d6e-9b7a-0d6a1f2b3c4d")).status_code == 404


async def test_a_second_code_voids_the_first(eve: Customer) -> None:
    first, second = [await started(eve, EVE) for _ in range(2)]
    assert (await eve.confirm(EVE, first)).status_code == 404
    assert (await eve.confirm(EVE, second)).status_code == 200


async def test_code_is_valid_for_ten_minutes(eve: Customer, clock: MovableClock) -> None:
    correlation_id = await started(eve, EVE)
    clock.skip(seconds=601)
    assert (await eve.confirm(EVE, correlation_id)).status_code == 404


@pytest.mark.parametrize(
    "written",
    [
        phone("2125550101"),
        phone("(212) 555-0101"),
        phone("12125550101"),
        phone("+12125550101"),
        {"number": "212.555.0101"},
        {"countryCode": "US", "countryId": "1", "number": "2125550101"},
    ],
)
async def test_spellings_of_a_phone_number_are_one_customer(eve: Customer, written: dict[str, str]) -> None:
    sent = await eve.http.post("/api/v1/2fa/start", json={"phone": written})
    body = {"phone": written, "code": "123456", "correlationId": sent.json()["correlationId"]}
    reply = await eve.http.post("/api/v1/2fa/confirm", json=body)
    assert reply.json()["customer"]["customerId"] == eve.record["customerId"]


@pytest.mark.parametrize("number", ["", "12", "abc", "212555010", "21255501011", "9" * 30, None, {"x": 1}])
async def test_invalid_phone_number_is_refused(eve: Customer, number: Any) -> None:
    reply = await eve.http.post("/api/v1/2fa/start", json={"phone": {"countryCode": "1", "number": number}})
    assert reply.status_code == 400
    assert "number" in reply.json()["message"]


async def test_two_phones_are_two_customers(eve: Customer, finn: Customer) -> None:
    assert eve.record["customerId"] != finn.record["customerId"]
    assert eve.record["email"] != finn.record["email"]


async def test_new_sign_in_keeps_the_older_bearer_valid(eve: Customer) -> None:
    older = eve.http.headers["Authorization"]
    await eve.sign_in(EVE)
    assert eve.http.headers["Authorization"] != older
    assert (await eve.http.get("/api/v3/user", headers={"Authorization": older})).status_code == 200


@pytest.mark.parametrize("named", ["otpMfaToken", "challengeToken", None])
async def test_web_site_signs_in_with_a_code_and_a_cookie(sim: Serving, eve: Customer, named: str | None) -> None:
    async with client(sim.opentable_url, **AGENT, **CSRF) as http:
        asked = {"phoneNumberOrEmail": EVE, "channelType": "SMS", "isReauthentication": False}
        sent = (await http.post("/dapi/authentication/sendotpfromsignin", json=asked)).json()
        body = {
            "phoneNumberOrEmail": EVE,
            "phoneCountryCode": sent["phoneCountryCode"],
            "countryCode": sent["countryCode"],
            "otp": "123456",
        }
        if named is not None:
            body[named] = sent["otpMfaToken"]
        reply = await http.post("/dapi/authentication/signinwithotp", json=body)
        assert reply.json()["success"] is True
        assert reply.json()["userId"] == eve.record["customerId"]
        assert (await http.get("/api/v3/user")).json()["email"] == eve.record["email"]


async def test_email_address_signs_in_only_a_known_customer(eve: Customer) -> None:
    for address, known in ((eve.record["email"], True), ("nobody@mail.example", False)):
        asked = {"phoneNumberOrEmail": address, "channelType": "EMAIL"}
        sent = await eve.http.post("/dapi/authentication/sendotpfromsignin", json=asked)
        assert sent.status_code == 200
        body = {"phoneNumberOrEmail": address, "otp": "123456"}
        reply = await eve.http.post("/dapi/authentication/signinwithotp", json=body)
        assert reply.json()["success"] is known


@pytest.mark.parametrize("changed", [{"otp": "000000"}, {"otpMfaToken": "bm90aGluZw=="}, {"otpMfaToken": "%"}])
async def test_wrong_code_on_the_web_site_is_200_without_success(eve: Customer, changed: dict[str, str]) -> None:
    asked = {"phoneNumberOrEmail": EVE, "channelType": "SMS"}
    sent = (await eve.http.post("/dapi/authentication/sendotpfromsignin", json=asked)).json()
    body = {"phoneNumberOrEmail": EVE, "otp": "123456", "otpMfaToken": sent["otpMfaToken"], **changed}
    reply = await eve.http.post("/dapi/authentication/signinwithotp", json=body)
    assert reply.status_code == 200
    assert (reply.json()["success"], reply.json()["errorCode"]) == (False, "INVALID_OTP")
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"number": "4242424242424241"}, "number"),
        ({"cvc": "12"}, "cvc"),
        ({"exp_year": 2025}, "exp_year"),
        ({"exp_month": 0}, "exp_month"),
    ],
)
async def test_bad_card_is_refused_by_field(eve: Customer, changed: dict[str, Any], field: str) -> None:
    card = {"number": "4000056655665556", "exp_month": 7, "exp_year": 2030, "cvc": "123", **changed}
    reply = await eve.http.post("/dapi/wallet/cards", json=card)
    assert reply.status_code == 400
    assert reply.json()["message"].startswith(field)
    assert len((await eve.http.get("/api/v3/user")).json()["wallet"]["cards"]) == 1
