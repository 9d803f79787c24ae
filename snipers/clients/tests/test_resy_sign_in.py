"""Sign-in to Resy by code, its refusals, and the renewal with a refresh token."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from snipers.clients.base import Login
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.errors import (
    BadCredentials,
    Blocked,
    Malformed,
    PlatformError,
    RateLimited,
    SignInBlocked,
    Unavailable,
)
from snipers.clients.replies import Reply
from snipers.clients.resy.client import ResyClient
from snipers.clients.resy.sign_in import SignIn, classify_refusal
from snipers.clients.sign_in import (
    CaptchaRequired,
    Challenge,
    ExhaustedCode,
    ExpiredCode,
    Property,
    WrongCode,
)
from snipers.clients.wire import Wire
from snipers.testing.simulators import CODE, PASSWORD, RESY_ACCESS, ResySimulator

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
    ("kind", "error"),
    [
        ("429", RateLimited),
        ("403-html", SignInBlocked),
        ("500-edge", SignInBlocked),
        ("500-short", SignInBlocked),
        ("503-html", SignInBlocked),
    ],
)
async def test_failure_of_the_platform_is_no_wrong_code(
    client: ResyClient, resy: ResySimulator, kind: str, error: type[PlatformError]
) -> None:
    await resy.fault(kind, "/*/auth/*", times=4)
    for call in (
        client.sign_in.send_code(address=PHONE),
        client.sign_in.confirm_code(address=PHONE, code=CODE),
        client.login(email=EMAIL, password=PASSWORD),
    ):
        with pytest.raises(error) as failed:
            await call
        assert type(failed.value) is error


async def test_a_419_to_a_code_is_no_wrong_code(client: ResyClient, resy: ResySimulator) -> None:
    await resy.fault("419", "/4/auth/mobile", times=2)
    for call in (client.sign_in.send_code(address=PHONE), client.sign_in.confirm_code(address=PHONE, code=CODE)):
        with pytest.raises(Blocked):
            await call


@pytest.mark.parametrize("kind", ["500-edge", "503-html"])
async def test_a_page_from_a_platform_that_is_away_is_no_refused_sign_in(
    client: ResyClient, resy: ResySimulator, kind: str
) -> None:
    await resy.fault(kind, "/*", times=2)
    with pytest.raises(Unavailable):
        await client.login(email=EMAIL, password=PASSWORD)


@given(
    status=st.sampled_from([200, 302, 400, 401, 403, 419, 429, 500, 501, 502, 503, 504, 520]),
    data=st.none() | st.just({"message": "no"}),
    size=st.integers(0, 5_000),
    edge=st.sampled_from(["", "Imperva", "CloudFront"]),
    works=st.booleans(),
)
def test_only_pages_refuse_sign_ins_and_only_while_other_calls_work(
    status: int, data: Any, size: int, edge: str, works: bool
) -> None:
    asked = []

    async def find_works() -> bool:
        asked.append(True)
        return works

    async def no_check(*_: object) -> None: ...

    box = SealedBox([Fernet.generate_key().decode()])
    wire = Wire(base_url="http://127.0.0.1:1", headers={})
    sign_in = SignIn(wire=wire, box=box, access=lambda: RESY_ACCESS, check_key=no_check, find_works=find_works)
    reply = Reply(status=status, data=data, size=size, delay=None, edge=edge)
    blocked = asyncio.run(sign_in._is_blocked(reply))
    page = data is None and status != 429
    assert blocked is (page and (status < 500 or size <= 64 or works))
    assert bool(asked) is (page and status >= 500 and size > 64)


async def test_r3_a_renewal_is_tried_at_the_path_where_it_was_seen_first(
    client: ResyClient, resy: ResySimulator
) -> None:
    login = await client.login(email="ada@example.com", password=PASSWORD)
    assert login.refresh_token is not None
    await resy.fault("500-edge", "/4/auth/refresh", times=9)
    await client.sign_in.renew(refresh_token=login.refresh_token)


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
