"""Who the client is, behind proxies: X-Forwarded-For and X-Forwarded-Proto are believed from TRUSTED_PROXIES only.

Rate limits, sign-in throttles and the audit log go by the client's address, so a header that anybody can send must not
choose it; daphne's --proxy-headers would let it. Nothing further in sees these headers at all.
"""

import ipaddress
from collections.abc import Sequence
from typing import Any, Final

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PREFIX: Final = b"x-forwarded-"
SECURE: Final = {"http": "https", "websocket": "wss"}


class TrustedProxies:
    """ASGI application around another: puts the client's own address and scheme into the scope."""

    def __init__(self, application: Any, *, networks: Sequence[Network]) -> None:
        self.application = application
        self.networks = tuple(networks)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request or socket on."""
        await self.application(seen_through(scope, networks=self.networks), receive, send)


def seen_through(scope: dict[str, Any], *, networks: Sequence[Network]) -> dict[str, Any]:
    """The scope as if no proxy stood between: forwarded headers obeyed if a trusted proxy sent them, and removed."""
    headers = scope["headers"]
    forwarded = [(name, value.decode("latin-1")) for name, value in headers if name.startswith(PREFIX)]
    if not forwarded:
        return scope
    scope = {**scope, "headers": [header for header in headers if not header[0].startswith(PREFIX)]}
    peer = _address(scope["client"][0]) if scope.get("client") else None
    if peer is None or not _trusted(peer, networks):
        return scope
    client = _first_stranger(_listed(forwarded, b"x-forwarded-for"), nearest=peer, networks=networks)
    scope["client"] = [str(client), 0]
    # The nearest proxy's word, should several have added theirs.
    if _listed(forwarded, b"x-forwarded-proto")[-1:] == ["https"]:
        scope["scheme"] = SECURE[scope["type"]]
    return scope


def _listed(forwarded: Sequence[tuple[bytes, str]], name: bytes) -> list[str]:
    """The values of a header that is a list, over all its lines, farthest first."""
    return [part.strip() for found, line in forwarded if found == name for part in line.split(",")]


def _first_stranger(told: Sequence[str], *, nearest: Address, networks: Sequence[Network]) -> Address:
    """Go outwards from us: the first address that is no proxy of ours; the last one known if the rest is no address."""
    known = nearest
    for text in reversed(told):
        address = _address(text)
        if address is None:
            break
        known = address
        if not _trusted(address, networks):
            break
    return known


def _trusted(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _address(text: str) -> Address | None:
    """An address as proxies write it, perhaps with a port: 192.0.2.7, 192.0.2.7:80, 2001:db8::7, [2001:db8::7]:80."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    # A socket that takes both families shows a proxy's IPv4 address like this.
    return getattr(address, "ipv4_mapped", None) or address
