"""Sign-in to Resy by code, its refusals, and the renewal with a refresh token."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from snipers.clients.base import Login
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCredentials, Blocked, Malformed, PlatformError, RateLimited, Unavailable
from snipers.clients.replies import Reply
from snipers.clients.resy.client import ResyClient
from snipers.clients.resy.sign_in import (
    CaptchaRequired,
    Challenge,
    ExhaustedCode,
    ExpiredCode,
    Property,
    WrongCode,
    classify_refusal,
)
from snipers.testing.simulators import CODE, PASSWORD, ResySimulator

PHONE = "+16465550123"
EMAIL = "grace@example.com"


@pytest.fixture
async def client(resy: ResySimulator) -> AsyncIterator[ResyClient]:
    async with resy.client() as client:
        yield client


async def challenged(client: ResyClient) -> Challenge:
    await client.sign_in.send_code(address=PHONE)
    challenge = await client.sign_in.confirm_code(address=PHONE, code=CODE)
    assert isinstance(challenge, Challenge)
    return challenge


async def test_r2_new_number_answers_the_challenge_and_then_needs_only_a_code(client: ResyClient) -> None:
    challenge = await challenged(client)
    assert challenge.properties == (Property(name="em_address", label="Email address"),)
    assert challenge.claim_token is not None
    assert challenge.claim_token.text not in repr(challenge)
    answers = {"em_address": EMAIL, "another": "is not sent"}
    first = await client.sign_in.answer_challenge(address=PHONE, challenge=challenge, answers=answers)
    assert await client.me(token=first.token) == first.profile
    await client.sign_in.send_code(address=PHONE)
    again = await client.sign_in.confirm_code(address=PHONE, code=CODE)
    assert isinstance(again, Login)
    assert (again.profile, again.refresh_token) == (first.profile, None)


async def test_code_by_email_signs_in(client: ResyClient) -> None:
    await client.sign_in.send_code(address=EMAIL)
    login = await client.sign_in.confirm_code(address=EMAIL, code=CODE)
    assert isinstance(login, Login)
    assert await client.me(token=login.token) == login.profile


async def test_wrong_code_has_tries_left_until_it_is_exhausted(client: ResyClient) -> None:
    await client.sign_in.send_code(address=PHONE)
    for left in (4, 3, 2, 1):
        with pytest.raises(WrongCode) as error:
            await client.sign_in.confirm_code(address=PHONE, code="000000")
        assert error.value.tries_left == left
    for code in ("000000", CODE):
        with pytest.raises(ExhaustedCode):
            await client.sign_in.confirm_code(address=PHONE, code=code)


async def test_code_that_is_no_longer_valid_is_expired(client: ResyClient) -> None:
    with pytest.raises(ExpiredCode):
        await client.sign_in.confirm_code(address=PHONE, code=CODE)


async def test_wrong_answer_has_tries_left_and_an_answered_challenge_is_over(client: ResyClient) -> None:
    challenge = await challenged(client)
    with pytest.raises(WrongCode) as error:
        await client.sign_in.answer_challenge(address=PHONE, challenge=challenge, answers={"em_address": "nobody"})
    assert error.value.tries_left == 4
    for expected in (None, ExpiredCode):
        call = client.sign_in.answer_challenge(address=PHONE, challenge=challenge, answers={"em_address": EMAIL})
        if expected is None:
            await call
        else:
            with pytest.raises(expected):
                await call


async def test_r2_captcha_is_reported_for_each_sign_in(client: ResyClient, resy: ResySimulator) -> None:
    await resy.switch(sign_in_captcha=True)
    for call in (
        client.sign_in.send_code(address=PHONE),
        client.sign_in.send_code(address=EMAIL),
        client.login(email=EMAIL, password=PASSWORD),
    ):
        with pytest.raises(CaptchaRequired):
            await call


@pytest.mark.parametrize(
    ("kind", "error"), [("429", RateLimited), ("403-html", Blocked), ("503-html", Unavailable), ("419", Blocked)]
)
async def test_failure_of_the_platform_is_no_wrong_code(
    client: ResyClient, resy: ResySimulator, kind: str, error: type[PlatformError]
) -> None:
    await resy.fault(kind, "/4/auth/mobile", times=2)
    with pytest.raises(error):
        await client.sign_in.send_code(address=PHONE)
    with pytest.raises(error):
        await client.sign_in.confirm_code(address=PHONE, code=CODE)


async def test_refused_address_is_no_code(client: ResyClient) -> None:
    with pytest.raises(BadCredentials):
        await client.sign_in.send_code(address="+1")


async def test_r3_refresh_token_renews_the_sign_in_once(client: ResyClient) -> None:
    login = await client.login(email="ada@example.com", password=PASSWORD)
    assert login.refresh_token is not None
    renewal = await client.sign_in.renew(refresh_token=login.refresh_token)
    assert await client.me(token=renewal.token) == login.profile
    with pytest.raises(BadCredentials):
        await client.sign_in.renew(refresh_token=login.refresh_token)
    assert renewal.refresh_token is not None
    await client.sign_in.renew(refresh_token=renewal.refresh_token)


async def test_stale_api_key_does_not_refuse_a_renewal(client: ResyClient, resy: ResySimulator) -> None:
    login = await client.login(email="ada@example.com", password=PASSWORD)
    assert login.refresh_token is not None
    await resy.fault("419", "/3/auth/refresh")
    with pytest.raises(Blocked):
        await client.sign_in.renew(refresh_token=login.refresh_token)
    await client.sign_in.renew(refresh_token=login.refresh_token)


async def test_refresh_token_that_no_key_opens_is_refused(client: ResyClient) -> None:
    with pytest.raises(BadCredentials):
        await client.sign_in.renew(refresh_token=SealedToken("sealed with a key that is gone"))


def refusal(status: int, message: str = "", /, **data: Any) -> Reply:
    return Reply(status=status, data={"message": message, "data": data}, size=100, delay=None)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (refusal(400, code="The code is incorrect."), WrongCode),
        (refusal(401, "Unauthorized"), WrongCode),
        (refusal(419, code="The code is incorrect."), WrongCode),
        (refusal(404, code="not found"), WrongCode),
        (refusal(400, "Your code has expired"), ExpiredCode),
        (refusal(400, challenge_id="An invalid challenge_id was provided"), ExpiredCode),
        (refusal(400, "Too many attempts"), ExhaustedCode),
        (refusal(429, code="Too many attempts"), ExhaustedCode),
        (refusal(400, captcha_token="This field is required."), CaptchaRequired),
        (refusal(403, "Captcha required"), CaptchaRequired),
        (refusal(419, "Unauthorized"), type(None)),
        (refusal(403, "Forbidden"), type(None)),
        (refusal(429, "Too Many Requests"), type(None)),
        (refusal(500, "Internal"), type(None)),
        (Reply(status=403, data=None, size=900, delay=None), type(None)),
        (Reply(status=400, data=[], size=2, delay=None), WrongCode),
        (Reply(status=200, data={"sent": True}, size=2, delay=None), type(None)),
    ],
)
def test_refusal_is_classified(reply: Reply, expected: type[object]) -> None:
    assert type(classify_refusal(reply)) is expected


@pytest.mark.parametrize("left", [None, -1, "3", True, 2.5])
def test_tries_left_must_be_a_number(left: object) -> None:
    error = classify_refusal(refusal(400, code="no", attempts_left=left))
    assert isinstance(error, WrongCode)
    assert error.tries_left is None


async def test_sign_in_is_read_from_the_user_of_the_reply_too(client: ResyClient) -> None:
    user = {"id": 7, "token": "t", "first_name": "Ada", "payment_method_id": None}
    assert client.sign_in.read_login({"user": user}).profile == client.sign_in.read_login(user).profile
    with pytest.raises(Malformed):
        client.sign_in.read_login({"user": {"id": 7}})
