"""Publishes messages to a user's MQTT broker with paho-mqtt, with the host rules of outbound.py. Only this module
imports paho.

The messages are retained and sent with QoS 1, and a call succeeds if the broker has confirmed each of them.
"""

import socket
import ssl
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

import certifi
import structlog
from paho.mqtt.client import Client, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from . import outbound
from .base import Answer, MqttMessage, Verdict

TLS_PORT, PLAIN_PORT = 8883, 1883
KEEPALIVE: Final = 30
# How long one wait for the broker takes at most.
_STEP_SECONDS: Final = 0.5
_WRONG_PASSWORD: Final = ("Bad user name or password", "Not authorized")

log = structlog.get_logger(__name__)


class _Refused(Exception):
    """The broker refused the connection; the argument is the code of the answer."""


class _Client(Client):
    """A client that connects to checked addresses."""

    def _create_socket(self) -> socket.socket:
        made, context = outbound.connect(self.host, self.port), self._ssl_context
        return made if context is None else context.wrap_socket(made, server_hostname=self.host)


def publish(address: str, *, username: str, password: str, messages: Sequence[MqttMessage]) -> Answer:
    """Publish messages to the broker at mqtts://host:port. Failures are returned, not raised."""
    with outbound.exchange() as watched:
        try:
            _publish(watched, address, (username, password), messages)
            return Answer(verdict=Verdict.SENT)
        except _Refused as error:
            return Answer(verdict=Verdict.LATER, reason=str(error))
        except ssl.SSLCertVerificationError:
            watched.bad_certificate = True
        except (OSError, UnicodeError, outbound.InternalHost):
            pass
        except Exception:
            log.exception("mqtt failed")
        return Answer(verdict=Verdict.LATER, reason=watched.broken_reason())


def _publish(
    watched: outbound.Exchange, address: str, signed: tuple[str, str], messages: Sequence[MqttMessage]
) -> None:
    parts = urlsplit(address)
    is_secure = parts.scheme == "mqtts"
    client = _Client(CallbackAPIVersion.VERSION2, client_id=f"tablehawk-{uuid4().hex[:12]}", protocol=MQTTv311)
    if signed[0]:
        client.username_pw_set(signed[0], signed[1] or None)
    if is_secure:
        client.tls_set_context(ssl.create_default_context(cafile=certifi.where()))
    client.on_connect = _check_connection
    try:
        port = parts.port or (TLS_PORT if is_secure else PLAIN_PORT)
        client.connect(parts.hostname or "", port, keepalive=KEEPALIVE)
        _wait(watched, client, client.is_connected)
        sent = [client.publish(topic, payload, qos=1, retain=True) for topic, payload in messages]
        _wait(watched, client, lambda: all(one.is_published() for one in sent))
    finally:
        client.disconnect()


def _wait(watched: outbound.Exchange, client: _Client, is_done: Callable[[], bool]) -> None:
    """Read and write until something is done. Raises OSError if the connection breaks or the time is over."""
    while not is_done():
        result = client.loop(min(_STEP_SECONDS, watched.seconds_left()))
        if result is not MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise ConnectionError(result)


def _check_connection(_client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
    if reason.is_failure:
        raise _Refused("wrong_password" if str(reason) in _WRONG_PASSWORD else "refused")
