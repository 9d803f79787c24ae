"""Prometheus metrics of the web tower's calls to the platforms."""

from prometheus_client import Counter

from apps.connections.models import Platform
from snipers.clients.errors import KeyRefused, SignInMoved

OUR_FAULTS = Counter(
    "tablehawk_platform_our_faults",
    "Calls that failed because of our own key (key_refused) or because the sign-in moved (sign_in_moved)",
    ["source", "reason"],
)
# From the start, so that the first one is an increase and no new series.
for source in Platform.values:
    for error in (KeyRefused, SignInMoved):
        OUR_FAULTS.labels(source, error.label)
