"""Each kind of platform reply means the right error for the calls of both clients."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.clients.errors import (
    AccountGone,
    BadCard,
    Blocked,
    CancelRefused,
    CaptchaDemanded,
    KeyRefused,
    Malformed,
    NeedsReconnect,
    NoCardCall,
    NoCards,
    NotFound,
    PaymentRequired,
    PlatformError,
    RateLimited,
    SlotGone,
    Unavailable,
)
from snipers.clients.replies import (
    NO_SUCH,
    OPENTABLE_CANCEL,
    OPENTABLE_DINER,
    OPENTABLE_SLOT,
    RESY_CANCEL,
    RESY_DINER,
    RESY_OWNER,
    RESY_SLOT,
    Meanings,
    Reply,
    cause_of,
    classify_book,
    provider_of,
    raise_card_failure,
    raise_failure,
    stated_cause,
)
from snipers.domain.outcome import Refused
from snipers.domain.vocabulary import Reason

DEACTIVATED = {"status": 409, "message": "Your account has been deactivated."}
NO_CARDS = {"status": 403, "message": "This venue is not set up to accept payment methods. Please contact the venue."}
DECLINED = {"status": 403, "message": "Your card was declined."}
CAPTCHA = {"message": "Captcha required"}
SENTENCES = (
    "Your card was declined.",
    "Your card's security code is incorrect.",
    "Insufficient funds.",
    "The payment could not be processed.",
    "We were unable to charge this card.",
)
STALE_QUERY = {"errors": [{"message": "PersistedQueryNotFound"}]}
FIND: Meanings = {**NO_SUCH, 401: KeyRefused, 419: KeyRefused}


def reply(status: int, data: Any, size: int = 900, edge: str = "") -> Reply:
    return Reply(status=status, data=data, size=size, delay=None, edge=edge)


@pytest.mark.parametrize(
    ("meanings", "status", "data", "cause"),
    [
        (FIND, 200, {}, None),
        (FIND, 401, {}, KeyRefused),
        (FIND, 419, {}, KeyRefused),
        (FIND, 404, {}, NotFound),
        (FIND, 409, STALE_QUERY, Malformed),
        (FIND, 302, {}, Malformed),
        (FIND, 400, {"message": 7}, Malformed),
        (FIND, 401, None, Blocked),
        (FIND, 200, None, Blocked),
        (FIND, 403, None, Blocked),
        (FIND, 403, {}, Blocked),
        (FIND, 429, None, RateLimited),
        (FIND, 429, {}, RateLimited),
        (FIND, 503, None, Unavailable),
        (FIND, 500, CAPTCHA, Unavailable),
        (RESY_DINER, 401, {}, NeedsReconnect),
        (RESY_DINER, 419, {}, NeedsReconnect),
        (RESY_DINER, 409, DEACTIVATED, AccountGone),
        (RESY_SLOT, 403, NO_CARDS, NoCards),
        (RESY_SLOT, 403, CAPTCHA, CaptchaDemanded),
        (RESY_SLOT, 402, {}, PaymentRequired),
        (RESY_SLOT, 404, {}, SlotGone),
        (RESY_SLOT, 412, {}, SlotGone),
        (RESY_SLOT, 409, {}, Malformed),
        (RESY_SLOT, 404, {"message": "This venue has been deactivated."}, SlotGone),
        (RESY_SLOT, 403, DECLINED, BadCard),
        (RESY_SLOT, 412, DECLINED, SlotGone),
        (RESY_CANCEL, 403, DECLINED, BadCard),
        (RESY_CANCEL, 403, {}, CancelRefused),
        (RESY_CANCEL, 403, None, Blocked),
        (RESY_CANCEL, 412, {}, CancelRefused),
        (RESY_CANCEL, 412, None, Blocked),
        (RESY_CANCEL, 404, {}, NotFound),
        (RESY_CANCEL, 419, {}, NeedsReconnect),
        (RESY_OWNER, 409, {"message": "Conflict"}, AccountGone),
        (RESY_OWNER, 409, None, Blocked),
        (RESY_DINER, 409, {"message": "Conflict"}, Malformed),
        (OPENTABLE_CANCEL, 412, {}, CancelRefused),
        (OPENTABLE_SLOT, 409, {}, SlotGone),
        (OPENTABLE_SLOT, 409, DEACTIVATED, AccountGone),
        (OPENTABLE_DINER, 401, {}, NeedsReconnect),
        (OPENTABLE_DINER, 419, {}, Malformed),
    ],
)
def test_a_reply_has_one_cause(meanings: Meanings, status: int, data: Any, cause: type[PlatformError] | None) -> None:
    assert cause_of(reply(status, data), meanings) is cause


@given(message=st.text(max_size=60) | st.sampled_from(SENTENCES) | st.none() | st.integers())
def test_a_403_in_json_to_a_booking_or_a_cancellation_never_counts_as_a_block(message: Any) -> None:
    data = {"status": 403, "message": message}
    cause = cause_of(reply(403, data), RESY_CANCEL)
    assert cause is not None
    assert not issubclass(cause, Blocked)
    stated = stated_cause(data, status=403)
    outcome = classify_book(
        status=403,
        reservation_id=None,
        conflict=None,
        from_platform=True,
        delay=None,
        stated_reason=stated.reason if stated else None,
    )
    assert isinstance(outcome, Refused)
    assert outcome.reason not in (Reason.BLOCKED, Reason.EDGE_REFUSED)
    if message in SENTENCES:
        assert (cause, outcome.reason) == (BadCard, Reason.CARD_REFUSED)


def test_a_short_server_error_without_json_is_a_block() -> None:
    assert cause_of(reply(500, None, size=21)) is Blocked
    assert cause_of(reply(500, {}, size=2)) is Unavailable


@pytest.mark.parametrize(
    ("headers", "page", "provider"),
    [
        ([("X-Iinfo", "8-1-2")], b"<html>Request unsuccessful</html>", "Imperva"),
        ([], b"<html>Request unsuccessful. Incapsula incident ID: 1</html>", "Imperva"),
        ([("Server", "CloudFront")], b"<html>403 ERROR</html>", "CloudFront"),
        ([], b"<HTML>Generated by cloudfront (CloudFront)</HTML>", "CloudFront"),
        ([("Server", "AkamaiGHost")], b"<HTML>Access Denied</HTML>", "Akamai"),
        ([], b"Access Denied Reference #18.3a https://errors.edgesuite.net/", "Akamai"),
        ([("Server", "nginx")], b"<html>403</html>", ""),
        ([], b"\xff\xfe" + b"x" * 9_000 + b"incapsula", ""),
    ],
)
def test_r12_page_of_an_edge_server_names_its_provider(
    headers: list[tuple[str, str]], page: bytes, provider: str
) -> None:
    assert provider_of(page, headers) == provider


def test_r12_error_for_operators_names_status_and_provider_and_no_value() -> None:
    with pytest.raises(Blocked, match="status 403, a page of Imperva"):
        raise_failure(reply(403, None, edge="Imperva"))
    with pytest.raises(AccountGone, match="deactivated the account") as error:
        raise_failure(reply(409, {"message": "The account ada@example.com was deactivated"}))
    assert "ada" not in str(error.value)


@pytest.mark.parametrize("data", [{"message": "Not Found"}, None])
@pytest.mark.parametrize("status", [404, 405, 410, 501])
def test_an_unknown_card_call_is_neither_a_refused_card_nor_a_block(status: int, data: Any) -> None:
    with pytest.raises(NoCardCall, match=str(status)):
        raise_card_failure(reply(status, data), RESY_DINER)
