"""The client's address and scheme behind proxies, from X-Forwarded-For and X-Forwarded-Proto.

Only the headers of TRUSTED_PROXIES count, read from right to left. Rate limits, sign-in throttles and the audit log
depend on the address, so a header that any client can send must not set it.
"""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


def trust_proxies(application: Any, *, networks: Sequence[IPv4Network | IPv6Network]) -> Any:
    """Wrap an ASGI application: for a request from a proxy in one of these networks, the application gets the client's
    address and scheme from the proxy's X-Forwarded headers. Return the wrapped application."""
    return ProxyHeadersMiddleware(application, trusted_hosts=[name for one in networks for name in _names(one)])


def _names(network: IPv4Network | IPv6Network) -> list[str]:
    """Return the network as text, and an IPv4 network also as IPv4-mapped IPv6, as a dual-stack socket reports it."""
    if isinstance(network, IPv6Network):
        return [str(network)]
    return [str(network), f"::ffff:{network.network_address}/{96 + network.prefixlen}"]
