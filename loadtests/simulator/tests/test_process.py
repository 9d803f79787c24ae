"""The simulator's process: settings, start, stop, and replies in one write."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from loadtests.simulator.guard import GuardRule
from loadtests.simulator.server import Serving, serving
from loadtests.simulator.settings import Settings, SettingsError, from_env

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, Settings()),
        ({"SIM_HOST": "localhost"}, Settings(host="127.0.0.1")),
        ({"SIM_HOST": "::1"}, Settings(host="::1")),
        ({"SIM_NAMES": "simulator sim.dev"}, Settings(names=frozenset({"simulator", "sim.dev"}))),
        (
            {"SIM_CONTROL_PORT": "9500", "SIM_RESY_PORT": "9501", "SIM_SEED": "7", "SIM_STATE": "a/b.jsonl"},
            Settings(control_port=9500, resy_port=9501, seed=7, state=Path("a/b.jsonl")),
        ),
        ({"SIM_OPENTABLE_PORT": "9502"}, Settings(opentable_port=9502)),
        (
            {
                "SIM_STRIPE_PORT": "9503",
                "SIM_STRIPE_WEBHOOK_URL": "http://127.0.0.1:8000/hook/",
                "SIM_STRIPE_WEBHOOK_SECRET": "whsec_x",
            },
            Settings(
                stripe_port=9503,
                stripe_webhook_url="http://127.0.0.1:8000/hook/",
                stripe_webhook_secret="whsec_x",
            ),
        ),
        ({"SIM_GUARD_FINDS": "0", "SIM_GUARD_HOURS": "3"}, Settings()),
        ({"SIM_GUARD_FINDS": "38"}, Settings(guard=GuardRule(38, 13.0, 8.0))),
        (
            {"SIM_GUARD_FINDS": "5", "SIM_GUARD_PER_MINUTE": "2", "SIM_GUARD_HOURS": "1"},
            Settings(guard=GuardRule(5, 2.0, 1.0)),
        ),
        ({"SIM_STATE": "", "SIM_SEED": ""}, Settings()),
    ],
)
def test_settings_come_from_the_environment(env: dict[str, str], expected: Settings) -> None:
    assert from_env(env) == expected


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({"SIM_HOST": "0.0.0.0"}, "serves this machine only"),  # noqa: S104 - it is refused
        ({"SIM_HOST": "10.0.0.5"}, "serves this machine only"),
        ({"SIM_HOST": "tablehawk.example"}, "serves this machine only"),
        ({"SIM_CONTROL_PORT": "high"}, "SIM_CONTROL_PORT is 'high', but must be a whole number from 0 to 65535."),
        ({"SIM_RESY_PORT": "70000"}, "SIM_RESY_PORT is '70000'"),
        ({"SIM_OPENTABLE_PORT": "9102.5"}, "SIM_OPENTABLE_PORT is '9102.5'"),
        ({"SIM_SEED": "-1"}, "SIM_SEED is '-1'"),
        ({"SIM_GUARD_FINDS": "many"}, "SIM_GUARD_FINDS is 'many', but must be a whole number from 0 to 100000."),
        ({"SIM_GUARD_HOURS": "500"}, "SIM_GUARD_HOURS is '500'"),
        ({"SIM_STRIPE_PORT": "x"}, "SIM_STRIPE_PORT is 'x'"),
        ({"SIM_STRIPE_WEBHOOK_URL": "/hook/"}, "SIM_STRIPE_WEBHOOK_URL is '/hook/', but must be an address"),
    ],
)
def test_bad_setting_is_refused_with_a_sentence(env: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        from_env(env)


def test_webhook_secret_is_not_in_the_settings_text() -> None:
    assert "whsec_x" not in repr(Settings(stripe_webhook_secret="whsec_x"))


async def test_taken_port_raises_a_settings_error(sim: Serving) -> None:
    port = int(sim.control_url.rsplit(":", 1)[1])
    with pytest.raises(SettingsError, match=f"Cannot listen on 127.0.0.1:{port}: Address already in use"):
        async with serving(Settings(control_port=port, resy_port=0, opentable_port=0, stripe_port=0)):
            pytest.fail("it listens on a port that is taken")


async def test_reply_arrives_in_one_write(sim: Serving) -> None:
    """The first read must contain head and body. The test reads at once: a later read could join two packets."""
    port = int(sim.resy_url.rsplit(":", 1)[1])
    loop = asyncio.get_running_loop()
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.setblocking(False)
        for _ in range(20):
            await loop.sock_sendall(
                raw,
                b"GET /4/find?lat=0&long=0&day=2026-11-23&party_size=2&venue_id=1201 HTTP/1.1\r\nHost: x\r\n"
                b'User-Agent: t/1\r\nAuthorization: ResyAPI api_key="t"\r\n\r\n',
            )
            head, _, body = (await loop.sock_recv(raw, 65_536)).partition(b"\r\n\r\n")
            assert f"content-length: {len(body)}".encode() in head.lower()


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    env = {
        **os.environ,
        "SIM_CONTROL_PORT": "0",
        "SIM_RESY_PORT": "0",
        "SIM_OPENTABLE_PORT": "0",
        "SIM_STRIPE_PORT": "0",
        "SIM_STATE": str(tmp_path / "simulator.jsonl"),
    }
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "loadtests.simulator",
        cwd=ROOT,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    yield running
    if running.returncode is None:
        running.kill()
        await running.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_process_prints_its_addresses_and_stops_on_a_signal(
    process: asyncio.subprocess.Process, number: signal.Signals
) -> None:
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    assert line.startswith("simulator: control http://127.0.0.1:")
    assert "320 venues, seed 1, state in" in line
    control_port = int(line.split("127.0.0.1:")[1].split(",")[0])
    _, hanging = await asyncio.open_connection("127.0.0.1", control_port)
    hanging.write(b"GET /venues HTTP/1.1\r\n")
    process.send_signal(number)
    out, err = await asyncio.wait_for(process.communicate(), 10)
    hanging.close()
    assert (process.returncode, out, err) == (0, b"", b"")


async def test_process_exits_with_a_sentence_when_a_port_is_taken(sim: Serving) -> None:
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "loadtests.simulator",
        cwd=ROOT,
        env={**os.environ, "SIM_CONTROL_PORT": sim.control_url.rsplit(":", 1)[1]},
        stderr=asyncio.subprocess.PIPE,
    )
    _, err = await running.communicate()
    assert running.returncode == 1
    assert err.decode().startswith("simulator: Cannot listen on 127.0.0.1:")
    assert err.count(b"\n") == 1
