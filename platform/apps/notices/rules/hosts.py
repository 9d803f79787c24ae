"""Decides to which network addresses messages may be sent. Pure functions."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

# NAT64 networks (RFC 6052, 8215): a translator forwards a call to the IPv4 address inside such an address.
_TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))


def is_public(text: str) -> bool:
    """Return whether an IP address is a public unicast address.

    Private, loopback, link-local, multicast, reserved and unspecified addresses are not, nor are IPv6 addresses that
    contain such an IPv4 address (mapped, 6to4, Teredo). Addresses of translators (NAT64) are never public.
    """
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if any(address in network for network in _TRANSLATED):
            return False
        inner = _embedded(address)
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def is_loopback(text: str) -> bool:
    """Return whether an IP address is a loopback address."""
    return ip_address(text.partition("%")[0]).is_loopback


def _embedded(address: IPv6Address) -> IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    return address.teredo[1] if address.teredo is not None else None
