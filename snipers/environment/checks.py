"""Checks of single environment variables in both towers.

A check returns the value or raises ValueError. The error's text continues a sentence that begins with the variable's
name. It never contains the value, which may be a secret.
"""

import ipaddress
import re
import socket
from typing import Final
from urllib.parse import urlsplit

DEPLOYMENTS: Final = ("staging", "production")
ENVIRONMENTS: Final = ("development", "test", *DEPLOYMENTS)
# The API key that the simulator accepts. It is the default outside a deployment.
DEMO_API_KEY: Final = "tablehawk-demo"
# The client id of our application at a platform, until an operator sets that of a registered application.
DEMO_APP_ID: Final = "tablehawk-demo"
_NEW_SECRET = "make one with python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"  # noqa: S105 - a command
_SIMULATOR = re.compile(r"simulator(\.|$)")
_RESERVED = ("localhost", "test", "invalid")
_STRIPE_TEST = re.compile(r"[a-z]+_test_")
_STRIPE_KEY = re.compile(r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9_]{10,}")
_STRIPE_SIGNING = re.compile(r"whsec_[A-Za-z0-9+/=_-]{24,}")
_DISTINCT = 24


class BadEnvironment(SystemExit):
    """A variable is missing or invalid. The message names the variable and the remedy, never the value."""


def environment(value: str) -> str:
    """Accept the name of an environment.

    There is no default, because a server without the variable would then run as a development copy.
    """
    if not value:
        raise ValueError(
            "is not set: set it to production or staging on a server; on your own machine `make` sets development."
        )
    if value not in ENVIRONMENTS:
        raise ValueError(f"has to be one of {', '.join(ENVIRONMENTS)}.")
    return value


def real_service(value: str) -> str:
    """Accept "" or an https address that is neither local nor the simulator's."""
    if value:
        try:
            scheme, host = urlsplit(value).scheme, urlsplit(value).hostname
        except ValueError:  # its message shows the value
            scheme, host = "", None
        if not host or is_local(host):
            raise ValueError("names the simulator or this machine: set the address of the real service.")
        if scheme != "https":
            raise ValueError("has to begin with https://: keys and tokens are sent to this address.")
    return value


def is_local(host: str) -> bool:
    """Whether a host name belongs to this machine or the simulator, or is reserved for tests (RFC 6761)."""
    name = host.rstrip(".").lower()
    if _SIMULATOR.match(name) or name.rpartition(".")[2] in _RESERVED:
        return True
    try:
        # The resolver also accepts forms such as 127.1 and 0x7f000001.
        address = ipaddress.ip_address(name) if ":" in name else ipaddress.IPv4Address(socket.inet_aton(name))
    except (OSError, ValueError):
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)


def api_key(value: str) -> str:
    """Accept a platform's API key, except the simulator's."""
    if value == DEMO_API_KEY:
        raise ValueError("is the simulator's key: set the key that the real platform gave.")
    return value


def strong_secret(value: str, *, length: int) -> str:
    """Accept a secret of at least `length` characters that is not made of repetitions.

    The secret must contain enough distinct runs of three characters. A repeated word has few of them, even if the
    secret is long.
    """
    if len(value) < length or _distinct_runs(value) < _DISTINCT or value.startswith("django-insecure-"):
        raise ValueError(f"is easy to guess: it needs {length} or more random characters; {_NEW_SECRET}.")
    return value


def _distinct_runs(value: str) -> int:
    return len({value[start : start + 3] for start in range(len(value) - 2)})


def stripe_key(value: str) -> str:
    """Accept a secret or restricted key of Stripe, of either mode."""
    if _STRIPE_KEY.fullmatch(value) is None:
        raise ValueError("is no secret key of Stripe: copy it from Stripe's Dashboard; it begins with sk_ or rk_.")
    return value


def live_key(value: str) -> str:
    """Accept a Stripe key of the live mode."""
    if _STRIPE_TEST.match(value):
        raise ValueError("is a key of Stripe's test mode, which charges no card: set the live key.")
    return stripe_key(value)


def stripe_signing_secret(value: str) -> str:
    """Accept a signing secret of a Stripe webhook. Someone who guesses it can grant any plan."""
    if _STRIPE_SIGNING.fullmatch(value) is None or _distinct_runs(value) < _DISTINCT:
        raise ValueError("is no signing secret of a Stripe webhook: copy it from Stripe; it begins with whsec_.")
    return value


def sender(value: str) -> str:
    """Accept a From address whose domain may exist."""
    domain = value.rstrip("> ").rpartition("@")[2]
    if "@" not in value or domain.rpartition(".")[2].lower() in _RESERVED:
        raise ValueError("has no domain that can send mail: set an address of your own domain, as Name <name@domain>.")
    return value
