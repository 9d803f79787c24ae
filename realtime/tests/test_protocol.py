"""The Engine.IO 4 and Socket.IO 5 protocols over WebSocket, case by case as the public suites have them."""

import json
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from realtime.tests.harness import Raw, Server


@pytest.fixture
async def hasty(conforming: Server) -> AsyncIterator[Raw]:
    """A WebSocket to a server with short clocks, open packet read."""
    async with conforming.socket() as raw:
        await raw.frame()
        yield raw


@pytest.fixture
async def raw(echoing: Server) -> AsyncIterator[Raw]:
    """A WebSocket whose open packet was read."""
    async with echoing.socket() as raw:
        await raw.frame()
        yield raw


@pytest.fixture
async def connected(raw: Raw) -> Raw:
    """On the main namespace, `auth` read."""
    return await connect(raw)


async def connect(raw: Raw) -> Raw:
    """Join the main namespace."""
    await raw.send("40")
    await raw.message()
    await raw.message()
    return raw


async def test_the_open_packet_names_the_session_and_its_limits(conforming: Server) -> None:
    async with conforming.socket() as raw:
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
async def test_a_handshake_of_another_version_or_transport_is_refused(conforming: Server, query: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        async with conforming.socket(query):
            pass
    assert refusal.value.response.status_code == 403


async def test_pings_come_again_and_again_while_they_are_answered(hasty: Raw) -> None:
    await connect(hasty)
    for _ in range(3):
        assert await hasty.frame() == "2"
        await hasty.send("3")


async def test_a_session_whose_ping_is_not_answered_is_closed(hasty: Raw) -> None:
    await connect(hasty)
    assert await hasty.closed() == 4408


async def test_a_pong_that_nothing_asked_for_keeps_no_session_alive(hasty: Raw) -> None:
    await connect(hasty)
    await hasty.send(*["3"] * 50)
    assert await hasty.closed() == 4408


async def test_a_close_packet_closes_the_session(raw: Raw) -> None:
    await raw.send("1")
    assert await raw.closed() == 1000


async def test_a_session_that_never_connects_is_closed_though_it_answers_pings(hasty: Raw) -> None:
    with pytest.raises(ConnectionClosed):
        await hasty.message()  # reads on, answering pings, until something else comes
    assert hasty.connection.close_code == 4408


@pytest.mark.parametrize("namespace", ["", "/custom,"])
@pytest.mark.parametrize("auth", ["", '{"token":"123"}'])
async def test_connecting_answers_a_session_id_and_then_the_payload(raw: Raw, namespace: str, auth: str) -> None:
    await raw.send(f"40{namespace}{auth}")
    frame = await raw.message()
    assert isinstance(frame, str)
    assert frame.startswith(f"40{namespace}")
    handshake = json.loads(frame[2 + len(namespace) :])
    assert list(handshake) == ["sid"]
    assert await raw.message() == f'42{namespace}["auth",{auth or "{}"}]'


@pytest.mark.parametrize("auth", ["", ',{"token":"abc"}'])
async def test_an_unknown_namespace_is_refused_by_name(raw: Raw, auth: str) -> None:
    await raw.send(f"40/random{auth}")
    assert await raw.message() == '44/random,{"message":"Invalid namespace"}'


async def test_after_leaving_the_main_namespace_the_session_goes_on(hasty: Raw) -> None:
    await connect(hasty)
    await hasty.send("41")
    assert await hasty.frame() == "2"


async def test_leaving_a_custom_namespace_leaves_the_main_one(connected: Raw) -> None:
    await connected.send("40/custom")
    await connected.message()
    await connected.message()
    await connected.send("41/custom", '42["message","message to main namespace"]')
    assert await connected.message() == '42["message-back","message to main namespace"]'


async def test_a_namespace_can_be_joined_again_after_leaving(connected: Raw) -> None:
    await connected.send("41", "40")
    frame = await connected.message()
    assert isinstance(frame, str)
    assert frame.startswith('40{"sid":')


async def test_an_event_comes_back_with_its_arguments(connected: Raw) -> None:
    await connected.send('42["message",1,"2",{"3":[true]}]')
    assert await connected.message() == '42["message-back",1,"2",{"3":[true]}]'


async def test_a_binary_event_comes_back_with_its_attachments(connected: Raw) -> None:
    head = '["message",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]'
    await connected.send(f"452-{head}", b"\x01\x02\x03", b"\x04\x05\x06")
    assert await connected.message() == f"452-{head}".replace("message", "message-back")
    assert [await connected.message(), await connected.message()] == [b"\x01\x02\x03", b"\x04\x05\x06"]


async def test_pings_and_pongs_may_come_between_attachments(hasty: Raw) -> None:
    await connect(hasty)
    await hasty.send('451-["message",{"_placeholder":true,"num":0}]')
    assert await hasty.frame() == "2"
    await hasty.send("3", b"\x01")
    assert await hasty.message() == '451-["message-back",{"_placeholder":true,"num":0}]'


async def test_an_event_is_acknowledged_with_its_arguments(connected: Raw) -> None:
    await connected.send('42456["message-with-ack",1,"2",{"3":[false]}]')
    assert await connected.message() == '43456[1,"2",{"3":[false]}]'


async def test_a_binary_event_is_acknowledged_with_its_attachments(connected: Raw) -> None:
    body = '{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}'
    await connected.send(f'452-789["message-with-ack",{body}]', b"\x01\x02\x03", b"\x04\x05\x06")
    assert await connected.message() == f"462-789[{body}]"
    assert [await connected.message(), await connected.message()] == [b"\x01\x02\x03", b"\x04\x05\x06"]


@pytest.mark.parametrize("name", ["nonsense", "on_connect", "_call", "__init__", "enter", "leave"])
async def test_an_unknown_event_is_acknowledged_with_an_error(connected: Raw, name: str) -> None:
    await connected.send(f'427["{name}",1]')
    assert await connected.message() == '437[{"error":"unknown event"}]'


async def test_an_unknown_event_without_ack_is_ignored(connected: Raw) -> None:
    await connected.send('42["nonsense"]', '42["message"]')
    assert await connected.message() == '42["message-back"]'


async def test_an_acknowledgement_of_nothing_is_ignored(connected: Raw) -> None:
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
async def test_malformed_frames_close_the_session(connected: Raw, echoing: Server, frame: str) -> None:
    await connected.send(frame)
    assert await connected.closed() == 4400
    assert "Traceback" not in echoing.log.read_text()


async def test_an_attachment_that_nothing_announced_closes_the_session(connected: Raw) -> None:
    await connected.send(b"\x01")
    assert await connected.closed() == 4400


async def test_text_instead_of_an_attachment_closes_the_session(connected: Raw) -> None:
    await connected.send('451-["message",{"_placeholder":true,"num":0}]', '42["message"]')
    assert await connected.closed() == 4400


@pytest.mark.parametrize("number", ["1", "-2", '"a"', "{}", "null", "0.5"])
async def test_a_placeholder_without_its_attachment_closes_the_session(connected: Raw, number: str) -> None:
    await connected.send(f'451-["message",{{"_placeholder":true,"num":{number}}}]', b"\x01")
    assert await connected.closed() == 4400


async def test_the_largest_message_passes(connected: Raw) -> None:
    text = "x" * (1_000_000 - len('42["message",""]'))
    await connected.send(f'42["message","{text}"]')
    assert await connected.message() == f'42["message-back","{text}"]'


@pytest.mark.parametrize("text", ["x" * 1_000_000, "\u20ac" * 340_000], ids=["ascii", "three bytes each"])
async def test_a_message_that_is_too_large_closes_the_session(connected: Raw, text: str) -> None:
    await connected.send(f'42["message","{text}"]')
    assert await connected.closed() == 4413
