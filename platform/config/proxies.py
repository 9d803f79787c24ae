"""The client's address and scheme behind proxies: X-Forwarded-For and -Proto of TRUSTED_PROXIES only, right to left.

Rate limits, sign-in throttles and the audit log depend on the address, so a header that anybody can send must not
choose it.
"""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


def trust_proxies(application: Any, *, networks: Sequence[IPv4Network | IPv6Network]) -> Any:
    """Return the ASGI application behind the proxies of these networks."""
    return ProxyHeadersMiddleware(application, trusted_hosts=[name for one in networks for name in _names(one)])


def _names(network: IPv4Network | IPv6Network) -> list[str]:
    """Return the network as a socket of its own family names it and, for IPv4, as a dual-stack socket names it."""
    if isinstance(network, IPv6Network):
        return [str(network)]
    return [str(network), f"::ffff:{network.network_address}/{96 + network.prefixlen}"]
