"""What to call a signed-in device, in words that its owner recognises. Pure; reads nothing but the User-Agent.

Only the common browsers and systems have names: a wrong name would alarm, "Unknown browser" only tells less.
"""

from collections.abc import Iterable
from typing import Final

# The first mark found in the text decides: Edge also says Chrome and Safari, Chrome also says Safari.
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
# Android also says Linux, an iPhone also says Mac OS X.
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """ "Chrome on Windows", as much of it as the User-Agent tells."""
    browser = _first(BROWSERS, user_agent)
    system = _first(SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown browser"


def _first(names: Iterable[tuple[str, str]], text: str) -> str:
    return next((name for mark, name in names if mark in text), "")
