"""The Engine.IO 4 and Socket.IO 5 protocols over WebSocket: the cases of the public test suites."""

import json
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from realtime.tests.harness import RawClient, Server


@pytest.fixture
async def fast_raw(conformance_server: Server) -> AsyncIterator[RawClient]:
    """A WebSocket to the server with short timings; its open packet was read."""
    async with conformance_server.socket() as raw:
        await raw.frame()
        yield raw


@pytest.fixture
async def raw(echo_server: Server) -> AsyncIterator[RawClient]:
    """A WebSocket whose open packet was read."""
    async with echo_server.socket() as raw:
        await raw.frame()
        yield raw


@pytest.fixture
async def connected(raw: RawClient) -> RawClient:
    """A client on the main namespace; its `auth` event was read."""
    return await connect(raw)


async def connect(raw: RawClient) -> RawClient:
    """Join the main namespace."""
    await raw.send("40")
    await raw.message()
    await raw.message()
    return raw


async def test_open_packet_has_session_id_and_limits(conformance_server: Server) -> None:
    async with conformance_server.socket() as raw:
        frame = await raw.frame()
        assert isinstance(frame, str)
        assert frame[0] == "0"
        handshake = json.loads(frame[1:])
        assert isinstance(handshake.pop("sid"), str)
        assert handshake == {"upgrades": [], "pingInterval": 300, "pingTimeout": 200, "maxPayload": 1000000}


@pytest.mark.parametrize(
    "query",
    [
        "transport=websocket",
        "EIO=abc&transport=websocket",
        "EIO=3&transport=websocket",
        "EIO=4",
        "EIO=4&transport=abc",
        "EIO=4&transport=polling",
        "",
    ],
)
async def test_handshake_refuses_other_versions_and_transports(conformance_server: Server, query: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        async with conformance_server.socket(query):
            pass
    assert refusal.value.response.status_code == 403


async def test_server_pings_repeatedly_while_pongs_arrive(fast_raw: RawClient) -> None:
    await connect(fast_raw)
    for _ in range(3):
        assert await fast_raw.frame() == "2"
        await fast_raw.send("3")


async def test_session_closes_without_a_pong(fast_raw: RawClient) -> None:
    await connect(fast_raw)
    assert await fast_raw.closed() == 4408


async def test_unsolicited_pongs_do_not_keep_a_session_open(fast_raw: RawClient) -> None:
    await connect(fast_raw)
    await fast_raw.send(*["3"] * 50)
    assert await fast_raw.closed() == 4408


async def test_close_packet_closes_the_session(raw: RawClient) -> None:
    await raw.send("1")
    assert await raw.closed() == 1000


async def test_session_without_connect_closes_despite_pongs(fast_raw: RawClient) -> None:
    with pytest.raises(ConnectionClosed):
        await fast_raw.message()  # answers pings until another frame arrives
    assert fast_raw.connection.close_code == 4408


@pytest.mark.parametrize("namespace", ["", "/custom,"])
@pytest.mark.parametrize("auth", ["", '{"token":"123"}'])
async def test_connect_returns_a_session_id_then_the_payload(raw: RawClient, namespace: str, auth: str) -> None:
    await raw.send(f"40{namespace}{auth}")
    frame = await raw.message()
    assert isinstance(frame, str)
    assert frame.startswith(f"40{namespace}")
    handshake = json.loads(frame[2 + len(namespace) :])
    assert list(handshake) == ["sid"]
    assert await raw.message() == f'42{namespace}["auth",{auth or "{}"}]'


@pytest.mark.parametrize("auth", ["", ',{"token":"abc"}'])
async def test_unknown_namespace_is_refused_by_name(raw: RawClient, auth: str) -> None:
    await raw.send(f"40/random{auth}")
    assert await raw.message() == '44/random,{"message":"Invalid namespace"}'


async def test_session_continues_after_leaving_the_main_namespace(fast_raw: RawClient) -> None:
    await connect(fast_raw)
    await fast_raw.send("41")
    assert await fast_raw.frame() == "2"


async def test_leaving_a_custom_namespace_keeps_the_main_one(connected: RawClient) -> None:
    await connected.send("40/custom")
    await connected.message()
    await connected.message()
    await connected.send("41/custom", '42["message","message to main namespace"]')
    assert await connected.message() == '42["message-back","message to main namespace"]'


async def test_namespace_can_be_joined_again_after_leaving(connected: RawClient) -> None:
    await connected.send("41", "40")
    frame = await connected.message()
    assert isinstance(frame, str)
    assert frame.startswith('40{"sid":')


async def test_event_returns_with_its_arguments(connected: RawClient) -> None:
    await connected.send('42["message",1,"2",{"3":[true]}]')
    assert await connected.message() == '42["message-back",1,"2",{"3":[true]}]'


async def test_binary_event_returns_with_its_attachments(connected: RawClient) -> None:
    head = '["message",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]'
    await connected.send(f"452-{head}", b"\x01\x02\x03", b"\x04\x05\x06")
    assert await connected.message() == f"452-{head}".replace("message", "message-back")
    assert [await connected.message(), await connected.message()] == [b"\x01\x02\x03", b"\x04\x05\x06"]


async def test_pings_and_pongs_are_allowed_between_attachments(fast_raw: RawClient) -> None:
    await connect(fast_raw)
    await fast_raw.send('451-["message",{"_placeholder":true,"num":0}]')
    assert await fast_raw.frame() == "2"
    await fast_raw.send("3", b"\x01")
    assert await fast_raw.message() == '451-["message-back",{"_placeholder":true,"num":0}]'


async def test_event_is_acknowledged_with_its_arguments(connected: RawClient) -> None:
    await connected.send('42456["message-with-ack",1,"2",{"3":[false]}]')
    assert await connected.message() == '43456[1,"2",{"3":[false]}]'


async def test_binary_event_is_acknowledged_with_its_attachments(connected: RawClient) -> None:
    body = '{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}'
    await connected.send(f'452-789["message-with-ack",{body}]', b"\x01\x02\x03", b"\x04\x05\x06")
    assert await connected.message() == f"462-789[{body}]"
    assert [await connected.message(), await connected.message()] == [b"\x01\x02\x03", b"\x04\x05\x06"]


@pytest.mark.parametrize("name", ["unknown", "on_connect", "_call", "__init__", "on_connected", "on_disconnected"])
async def test_unknown_event_is_acknowledged_with_an_error(connected: RawClient, name: str) -> None:
    await connected.send(f'427["{name}",1]')
    assert await connected.message() == '437[{"error":"unknown event"}]'


async def test_unknown_event_without_ack_is_ignored(connected: RawClient) -> None:
    await connected.send('42["unknown"]', '42["message"]')
    assert await connected.message() == '42["message-back"]'


async def test_unsolicited_acknowledgement_is_ignored(connected: RawClient) -> None:
    await connected.send("433[1]", '42["message"]')
    assert await connected.message() == '42["message-back"]'


MALFORMED = {
    "an unknown packet type": "4abc",
    "no packet type": "4",
    "an empty frame": "",
    "no Engine.IO type": "hello",
    "a client ping": "2",
    "a second open packet": "0{}",
    "an upgrade": "5",
    "a payload that is no array": "42{}",
    "no event name": "42[]",
    "an event name that is no string": "42[1]",
    "a reserved event name": '42["disconnect"]',
    "broken JSON": '42["message"',
    "no payload": "42",
    "an ack id that is no number": '42abc["message-with-ack",1,"2",{"3":[false]}]',
    "an ack id too long": f'42{"9" * 200}["message"]',
    "a number too long": f'42["message",{"9" * 5000}]',
    "JSON too deep": f'42["message",{"[" * 100_000}',
    "a connect payload that is no object": "40/custom,[1]",
    "connecting twice": "40",
    "an event to a namespace not joined": '42/custom,["message"]',
    "leaving a namespace not joined": "41/custom,",
    "a namespace too long": f"40/{'x' * 200}",
    "a connect error from a client": '44{"message":"no"}',
    "an acknowledgement without a number": "43[1]",
    "a binary event without attachments": '45["message"]',
    "a binary event with too many attachments": '4511-["message"]',
    "attachments announced for a plain event": '421-["message"]',
    "a packet type beyond the last": "47[1]",
}


@pytest.mark.parametrize("frame", MALFORMED.values(), ids=MALFORMED)
async def test_malformed_frames_close_the_session(connected: RawClient, echo_server: Server, frame: str) -> None:
    await connected.send(frame)
    assert await connected.closed() == 4400
    assert "Traceback" not in echo_server.log.read_text()


async def test_unannounced_attachment_closes_the_session(connected: RawClient) -> None:
    await connected.send(b"\x01")
    assert await connected.closed() == 4400


async def test_text_instead_of_an_attachment_closes_the_session(connected: RawClient) -> None:
    await connected.send('451-["message",{"_placeholder":true,"num":0}]', '42["message"]')
    assert await connected.closed() == 4400


@pytest.mark.parametrize("number", ["1", "-2", '"a"', "{}", "null", "0.5"])
async def test_placeholder_without_its_attachment_closes_the_session(connected: RawClient, number: str) -> None:
    await connected.send(f'451-["message",{{"_placeholder":true,"num":{number}}}]', b"\x01")
    assert await connected.closed() == 4400


async def test_largest_message_is_accepted(connected: RawClient) -> None:
    text = "x" * (1_000_000 - len('42["message",""]'))
    await connected.send(f'42["message","{text}"]')
    assert await connected.message() == f'42["message-back","{text}"]'


@pytest.mark.parametrize("text", ["x" * 1_000_000, "\u20ac" * 340_000], ids=["ascii", "three bytes each"])
async def test_too_large_message_closes_the_session(connected: RawClient, text: str) -> None:
    await connected.send(f'42["message","{text}"]')
    assert await connected.closed() == 4413
