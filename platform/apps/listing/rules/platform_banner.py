"""The sentences of the banner about a platform: its current state, and what that means for the user's requests."""

from typing import Final

from realtime.events import PlatformState
from snipers.clients import registry

SWITCHED_OFF: Final = "switched_off"
_STAYS: Final = "Your requests stay active, and you don't need to do anything."
SENTENCES: Final[dict[PlatformState, str]] = {
    "healthy": "",
    "slowed": "{platform} asked us to slow down, so we check it less often for a while. " + _STAYS,
    "stopped": "{platform} isn't responding, so we've paused our checks there. " + _STAYS,
    "probing": "We're checking whether {platform} is back. " + _STAYS,
}
OUR_KEY: Final = "key_stale"
BY_US: Final = "We're fixing a problem on our side, so we've paused our checks at {platform}. " + _STAYS
BY_STAFF: Final = "We've paused all requests at {platform} for now. " + _STAYS


def sentence(*, platform: str, state: PlatformState, reason: str) -> str:
    """Return the banner's sentence, or "" for a healthy platform. `reason` is the reason code stored with the state."""
    template = BY_STAFF if reason == SWITCHED_OFF else SENTENCES[state]
    if reason == OUR_KEY and state != "healthy":
        template = BY_US
    return template.format(platform=registry.find(platform).name)


def known_state(state: str) -> PlatformState:
    """Return the stored state, or "slowed" if it is unknown. A newer release of the snipers may store other states."""
    return next((name for name in SENTENCES if name == state), "slowed")
