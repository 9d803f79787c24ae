"""Prometheus metrics of the web tower's calls to the platforms."""

from prometheus_client import Counter

from apps.connections.models import Platform
from snipers.clients.errors import KeyRefused, NoCardCall, SignInMoved

OUR_FAULTS = Counter(
    "tablehawk_platform_our_faults",
    "Calls that failed because of our own key (key_refused) or because the sign-in moved (sign_in_moved),"
    " or because the platform does not know our call that adds a card (no_card_call)",
    ["source", "reason"],
)
# Create every series with the value 0 when the process starts. Otherwise Prometheus would see the first failure as a
# new series and not as an increase.
for source in Platform.values:
    for error in (KeyRefused, SignInMoved, NoCardCall):
        OUR_FAULTS.labels(source, error.label)
