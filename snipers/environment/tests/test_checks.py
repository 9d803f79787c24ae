"""The checks of environment variables recognize local addresses and weak secrets."""

import secrets

import pytest

from snipers.environment import checks


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.0.0.1.", "127.1", "2130706433", "0x7f000001", "0", "::1", "::", "::ffff:127.0.0.1",
        "localhost", "LOCALHOST", "web.localhost", "simulator", "simulator.tablehawk-dev.svc", "resy.test", "a.invalid",
    ],
)  # fmt: skip
def test_an_address_of_this_machine_or_the_simulator_is_local(host: str) -> None:
    assert checks.is_local(host)


@pytest.mark.parametrize(
    "host", ["api.resy.com", "10.0.0.1", "2001:db8::1", "simulators.example", "test.example", "localhost.example"]
)
def test_an_address_elsewhere_is_not_local(host: str) -> None:
    assert not checks.is_local(host)


def test_an_unreadable_address_is_refused_without_showing_it() -> None:
    for value in ("https://[hush", "https://hush℀.example", "hush", "https://"):
        with pytest.raises(ValueError, match="names the simulator or this machine") as stop:
            checks.real_service(value)
        assert "hush" not in str(stop.value)


def test_a_random_secret_is_strong() -> None:
    for made in (secrets.token_hex(16), secrets.token_urlsafe(24)):
        assert checks.strong_secret(made, length=32) == made


@pytest.mark.parametrize(
    "value", ["", "x", "a" * 99, "password" * 9, "1234567890" * 9, "django-insecure-" + "qwertyuiop" * 9]
)
def test_a_short_or_repeated_secret_is_weak(value: str) -> None:
    with pytest.raises(ValueError, match="easy to guess"):
        checks.strong_secret(value, length=32)
