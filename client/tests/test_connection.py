"""The client: waits, repeated calls, and errors as exceptions."""

import httpx
import pytest

from tablehawk import Client, NoConnection, Refused
from tablehawk.rest.api.reservations import count_requests, create_request
from tablehawk.rest.models import FilingIn, ReservationIn

from .conftest import Server

REFUSAL = {"message": "That isn't a day.", "code": "bad_form", "errors": {"dates": "Choose a day."}}
BODY = FilingIn(ReservationIn("cancel"))


def test_a_refusal_has_the_servers_sentence_and_fields(client: Client, server: Server) -> None:
    server.replies = [(400, REFUSAL)]
    with pytest.raises(Refused) as refused:
        client.call(create_request.sync_detailed, body=BODY)
    assert str(refused.value) == "That isn't a day."
    assert (refused.value.code, refused.value.status) == ("bad_form", 400)
    assert refused.value.fields == {"dates": "Choose a day."}
    assert server.calls[0].headers["Authorization"] == "Bearer thk_key"


def test_a_rate_limit_is_waited_for(client: Client, server: Server, waits: list[float]) -> None:
    server.replies = [(429, REFUSAL, {"Retry-After": "7"}), (200, {"seq": 1})]
    assert client.request("GET", "/api/events/") == {"seq": 1}
    assert waits == [7]


def test_a_longer_rate_limit_is_a_refusal(client: Client, server: Server, waits: list[float]) -> None:
    server.replies = [(429, REFUSAL, {"Retry-After": "61"})]
    with pytest.raises(Refused):
        client.request("GET", "/api/events/")
    assert waits == []


def test_a_call_with_an_idempotency_key_is_repeated_with_it(client: Client, server: Server, waits: list[float]) -> None:
    server.replies = [httpx.ReadTimeout("lost"), (409, REFUSAL)]
    with pytest.raises(Refused):
        client.call(create_request.sync_detailed, body=BODY, idempotency_key="one")
    assert [call.headers["Idempotency-Key"] for call in server.calls] == ["one", "one"]


def test_a_call_without_one_is_sent_once(client: Client, server: Server, waits: list[float]) -> None:
    server.replies = [httpx.ReadTimeout("lost")]
    with pytest.raises(NoConnection):
        client.call(create_request.sync_detailed, body=BODY)
    assert len(server.calls) == 1


@pytest.mark.parametrize("reply", [(200, {"never": "seen"}), (502, "<html>"), (302, {}), (200, [])])
def test_an_answer_of_another_shape_is_a_refusal_with_a_sentence(client: Client, server: Server, reply: object) -> None:
    server.replies = [reply]
    with pytest.raises(Refused, match="update the package") as refused:
        client.call(count_requests.sync_detailed)
    assert refused.value.code == "unreadable_answer"
