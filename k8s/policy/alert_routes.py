"""Checks Alertmanager's routes: their receivers exist, the watchdog has its own receiver, and matchers name existing
alerts.

`amtool check-config` accepts a route to the wrong receiver and a matcher for an alert that was renamed.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .alerts import K8S, WATCHDOG, alerts
from .manifests import Findings, read

_MATCHER = re.compile(r'^(\w+)(=~|!~|!=|=)"(.*)"$')
# Longest interval between two messages to the watchdog's receiver, which pages after 15 minutes without one.
_LONGEST_REPEAT_SECONDS = 300
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def routes_are_valid(k8s: Path = K8S) -> Findings:
    """Check that routes and inhibitions name existing receivers and alerts, and that alerts reach their receivers.

    The receiver of each alert's first matching route, or of the default route, must have an address. The watchdog's
    receiver must get no other alert, and a message at least every five minutes. No inhibition may silence the watchdog.
    """
    config = read(k8s / "monitoring" / "alertmanager.yaml")
    receivers = {one["name"]: [key for key in one if key.endswith("_configs")] for one in config["receivers"]}
    found = [f"alertmanager.yaml: receiver {name} sends to nobody" for name, kinds in receivers.items() if not kinds]
    root = config["route"]
    found += [
        f"alertmanager.yaml: receiver {route['receiver']} does not exist"
        for route in (root, *root["routes"])
        if route["receiver"] not in receivers
    ]
    known = [{**rule.get("labels", {}), "alertname": rule["alert"]} for _, rule in alerts(k8s)]
    reached = {labels["alertname"]: _route(root, labels) for labels in known}
    if WATCHDOG not in reached:
        return [*found, f"no rule has the alert {WATCHDOG}"]
    own = reached[WATCHDOG]
    others = {route["receiver"] for name, route in reached.items() if name != WATCHDOG} | {root["receiver"]}
    if own["receiver"] in others:
        found.append(f"alertmanager.yaml: {WATCHDOG} has no receiver of its own, but {own['receiver']}")
    if _seconds(str(own.get("repeat_interval", root.get("repeat_interval", "4h")))) > _LONGEST_REPEAT_SECONDS:
        found.append(f"alertmanager.yaml: {WATCHDOG} is sent less often than every {_LONGEST_REPEAT_SECONDS} s")
    return found + list(_inhibitions(config, known)) + list(_unknown_names(config, {one["alertname"] for one in known}))


def _route(root: Mapping[str, Any], labels: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the first route whose matchers accept the labels, or the root."""
    return next((route for route in root["routes"] if _accepts(route["matchers"], labels)), root)


def _accepts(matchers: list[str], labels: Mapping[str, str]) -> bool:
    for matcher in matchers:
        label, operator, value = _parse(matcher)
        given = labels.get(label, "")
        equal = bool(re.fullmatch(value, given)) if "~" in operator else given == value
        if equal == operator.startswith("!"):
            return False
    return True


def _parse(matcher: str) -> tuple[str, str, str]:
    parsed = _MATCHER.match(matcher)
    if not parsed:
        raise ValueError(f"not a matcher: {matcher}")
    return parsed[1], parsed[2], parsed[3]


def _inhibitions(config: Mapping[str, Any], known: list[dict[str, str]]) -> Iterator[str]:
    """Yield the inhibitions that silence the watchdog, and those that the watchdog, which always fires, would cause."""
    watchdogs = [labels for labels in known if labels["alertname"] == WATCHDOG]
    for rule in config.get("inhibit_rules", []):
        for side in ("source_matchers", "target_matchers"):
            if any(_accepts(rule[side], labels) for labels in watchdogs):
                yield f"alertmanager.yaml: {WATCHDOG} matches {side} {rule[side]} of an inhibition"


def _unknown_names(config: Mapping[str, Any], names: set[str]) -> Iterator[str]:
    rules = config.get("inhibit_rules", [])
    lists = [route["matchers"] for route in config["route"]["routes"]]
    lists += [rule[side] for rule in rules for side in ("source_matchers", "target_matchers")]
    for matcher in (one for matchers in lists for one in matchers):
        label, _, value = _parse(matcher)
        if label == "alertname":
            for name in value.split("|"):
                if name not in names:
                    yield f"alertmanager.yaml: {matcher} names {name}, which no rule has"


def _seconds(duration: str) -> int:
    return sum(int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d+)([smhd])", duration))
