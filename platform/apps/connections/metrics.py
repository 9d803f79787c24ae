"""Prometheus metrics of the web tower's calls to the platforms."""

from prometheus_client import Counter

from snipers.clients import registry
from snipers.clients.errors import KeyRefused, NoCardCall, SignInBlocked, SignInMoved

COUNTED = (KeyRefused, SignInMoved, SignInBlocked, NoCardCall)
OUR_FAULTS = Counter(
    "tablehawk_platform_our_faults",
    "Calls that failed because of our own key (key_refused), because the sign-in moved (sign_in_moved), because a "
    "firewall refuses our sign-ins (sign_in_blocked), or because our call that adds a card is unknown (no_card_call)",
    ["source", "reason"],
)
# Create every series with the value 0 when the process starts. Otherwise Prometheus would see the first failure as a
# new series and not as an increase.
for source in registry.keys():
    for error in COUNTED:
        OUR_FAULTS.labels(source, error.label)
