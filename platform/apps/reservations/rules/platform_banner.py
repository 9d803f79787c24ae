"""The sentences of the banner about a platform: its current state, and what that means for the user's requests."""

from typing import Final

from realtime.events import PlatformState

from .reasons import PLATFORM_NAMES

SWITCHED_OFF: Final = "switched_off"
_STAYS: Final = "Your requests stay active and continue automatically."
SENTENCES: Final[dict[PlatformState, str]] = {
    "healthy": "",
    "slowed": "We check {platform} less often for a while, because it asked us to. " + _STAYS,
    "stopped": "{platform} does not answer right now, so we have paused our checks there. " + _STAYS,
    "probing": "We are checking whether {platform} answers again. " + _STAYS,
}
BY_STAFF: Final = "Our staff has paused all requests at {platform}. " + _STAYS


def sentence(*, platform: str, state: PlatformState, reason: str) -> str:
    """Return the banner's sentence, "" for a healthy platform."""
    template = BY_STAFF if reason == SWITCHED_OFF else SENTENCES[state]
    return template.format(platform=PLATFORM_NAMES[platform])


def known_state(state: str) -> PlatformState:
    """Return the stored state. An unknown one comes from a newer release of the snipers and counts as slowed."""
    return next((name for name in SENTENCES if name == state), "slowed")
