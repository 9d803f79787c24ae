"""What Home Assistant reads: one sensor for each request, found by MQTT discovery.

The format is that of https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery. A sensor has three retained
messages under its topic: `config`, `attributes` and `state`. Empty ones remove it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings

from apps.senders.base import MqttMessage
from realtime.events import Status

# The words for a request's status.
STATES: Final[dict[Status, str]] = {
    "active": "watching",
    "paused": "paused",
    "confirmed": "booked",
    "unsuccessful": "not booked",
    "canceled": "canceled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """The state of one request. The sensor is removed at `ends_at`, null for a request that goes on."""

    group_id: int
    name: str
    status: Status
    attributes: Mapping[str, Any]
    ends_at: datetime | None


# Reads a user's sensors at a time. The app of requests, which this app may not import, sets it.
readers: Final[list[Callable[[int, datetime], list[Sensor]]]] = []


def messages_of(sensor: Sensor, *, topic: str) -> list[MqttMessage]:
    """Return a sensor's messages. The state comes last, so that who reacts to it finds the new attributes."""
    config = {
        "name": sensor.name,
        "unique_id": f"tablehawk_{sensor.group_id}",
        "state_topic": f"{topic}/state",
        "json_attributes_topic": f"{topic}/attributes",
        "device_class": "enum",
        "options": list(STATES.values()),
        "icon": "mdi:silverware-fork-knife",
        "device": {"identifiers": ["tablehawk"], "name": "Tablehawk", "configuration_url": settings.PUBLIC_URL},
        "origin": {"name": "Tablehawk", "support_url": settings.PUBLIC_URL},
    }
    return [
        MqttMessage(f"{topic}/config", json.dumps(config)),
        MqttMessage(f"{topic}/attributes", json.dumps(sensor.attributes)),
        MqttMessage(f"{topic}/state", STATES[sensor.status]),
    ]


def removal_of(topic: str) -> list[MqttMessage]:
    return [MqttMessage(f"{topic}/{name}", "") for name in ("config", "attributes", "state")]
