"""Decides to which URLs and network addresses messages may be sent. Pure functions, which resolve no name."""

import re
import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, Literal
from urllib.parse import urlsplit

# "form": the text is no https URL. "internal": the URL leads to no public host. "port": another port than 443, which
# the network policy of a cluster lets nothing pass to. "unknown": the host cannot exist.
Fault = Literal["form", "internal", "port", "unknown"]
HTTPS_PORT: Final = 443
# MQTT over TLS: its own port, and the one that all networks let through.
BROKER_PORTS: Final = (8883, 443)
# Names that the public DNS does not have (RFC 6761, 6762, 8375, and those that routers use).
LOCAL_NAMES: Final = (
    "localhost",
    "local",
    "localdomain",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "arpa",
    "test",
)

# IPv6 addresses are assigned from this network only (RFC 4291). All others are special: loopback, link-local,
# site-local (fec0::/10), unique local, multicast, NAT64, or reserved.
_ASSIGNED: Final = IPv6Network("2000::/3")
# The parts of 2000::/3 that the IANA registry of special addresses lists: protocol assignments with Teredo, ORCHID and
# benchmarks; documentation; 6to4.
_SPECIAL: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
# Networks for which `is_global` depends on Python's release: protocol assignments, and the relays of 6to4.
_SPECIAL_IPV4: Final = tuple(map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")))
# The middle of an ISATAP address (RFC 5214), which a router forwards to the IPv4 address in its last 32 bits. The
# first value marks a local IPv4 address, the second one a global one.
_ISATAP: Final = (0x00005EFE, 0x02005EFE)


def is_public(text: str) -> bool:
    """Return whether an IP address is a public unicast address.

    Private, loopback, link-local, site-local, multicast, reserved and unspecified addresses are not. IPv6 addresses
    that are forwarded to an IPv4 address inside them (6to4, Teredo, ISATAP, NAT64) are not either; an IPv4-mapped
    address is public if its IPv4 address is.
    """
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv4Address):
        return _is_public_ipv4(address)
    if address.ipv4_mapped is not None:
        return _is_public_ipv4(address.ipv4_mapped)
    return address in _ASSIGNED and not any(address in network for network in _SPECIAL) and not _is_isatap(address)


def broker_fault(address: str, *, with_loopback: bool) -> Fault | None:
    """Return what url_fault() does for the address of an MQTT broker: `mqtts` takes the place of https."""
    scheme, _, host = address.partition("://")
    if scheme not in ("mqtts", "mqtt") or re.search(r"[/?#]", host):
        return "form"
    url = f"{'https' if scheme == 'mqtts' else 'http'}://{host}"
    return url_fault(url, with_loopback=with_loopback, ports=BROKER_PORTS)


def url_fault(url: str, *, with_loopback: bool, ports: Collection[int] = (HTTPS_PORT,)) -> Fault | None:
    """Return why no message may be sent to a URL, None if its text allows it. No name is resolved.

    With `with_loopback` (tests), URLs of this machine are allowed too, with http and any port.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return "form"
    if not host or parts.username is not None or parts.scheme not in ("https", "http"):
        return "form"
    address = _literal(host)
    if with_loopback and (is_loopback(address) if address else host.rstrip(".") == "localhost"):
        return None
    fault: Fault | None = _name_fault(host) if not address else None if is_public(address) else "internal"
    if fault or parts.scheme != "https":
        return fault or "form"
    return "port" if port not in (None, *ports) else None


def _literal(host: str) -> str | None:
    """Return the IP address that a host is, None for a name. The resolver also reads forms such as 127.1 and
    0x7f000001.
    """
    try:
        return str(ip_address(host.partition("%")[0]) if ":" in host else IPv4Address(socket.inet_aton(host)))
    except (OSError, ValueError):
        return None


def _name_fault(host: str) -> Fault | None:
    name = host.rstrip(".").lower()
    try:
        encoded = name.encode("idna").decode()
    except UnicodeError:
        return "unknown"
    if len(encoded) > 253 or not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", encoded):
        return "unknown"
    return "internal" if "." not in name or name.rpartition(".")[2] in LOCAL_NAMES else None


def is_loopback(text: str) -> bool:
    """Return whether an IP address is a loopback address."""
    return ip_address(text.partition("%")[0]).is_loopback


def _is_public_ipv4(address: IPv4Address) -> bool:
    if any(address in network for network in _SPECIAL_IPV4):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _is_isatap(address: IPv6Address) -> bool:
    return (int(address) >> 32) & 0xFFFFFFFF in _ISATAP
