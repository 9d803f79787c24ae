"""Derives the name of a signed-in device from its User-Agent. Pure functions.

Only common browsers and systems have names, because a wrong name would alarm the owner.
"""

from collections.abc import Iterable
from typing import Final

# (part of the User-Agent, name of the browser). The first match decides, because the User-Agent of Edge also contains
# Chrome and Safari, and that of Chrome also contains Safari.
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
# (part of the User-Agent, name of the system). The first match decides, because the User-Agent of Android also contains
# Linux, and that of an iPhone also contains Mac OS X.
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
    """Return a name like "Chrome on Windows". If only the browser or only the system is known, return that name. If
    neither is known, return "Unknown browser"."""
    browser = _first_match(BROWSERS, user_agent)
    system = _first_match(SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown browser"


def _first_match(names: Iterable[tuple[str, str]], text: str) -> str:
    return next((name for mark, name in names if mark in text), "")
