"""Debian's mosquitto, and a subscriber that reads discovery as Home Assistant does."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

# In Debian, servers are in /usr/sbin, which is not on every PATH.
PATH = f"/usr/sbin:/usr/local/sbin:{os.environ['PATH']}"
PROGRAM = shutil.which("mosquitto", path=PATH)
MISSING = "the program mosquitto is missing: apt-get install mosquitto"
USER, PASSWORD = "tablehawk", "open-sesame-4711"
SECONDS = 10.0


@dataclass
class Mosquitto:
    """A broker on a free port of this machine, with one user. `extra` are further lines of its configuration."""

    folder: Path
    extra: str = ""
    port: int = 0

    def __post_init__(self) -> None:
        if PROGRAM is None:
            pytest.skip(MISSING)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        passwords = self.folder / "passwords"
        passwords.write_text(f"{USER}:{PASSWORD}\n")
        passwords.chmod(0o600)
        subprocess.run(["mosquitto_passwd", "-U", passwords], check=True)
        lines = [f"listener {self.port} 127.0.0.1", f"password_file {passwords}", "allow_anonymous false", "user root"]
        (self.folder / "mosquitto.conf").write_text("\n".join([*lines, self.extra, ""]))

    @property
    def address(self) -> str:
        return f"{'mqtts' if self.extra else 'mqtt'}://127.0.0.1:{self.port}"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the broker during the `with` block. It begins without retained messages."""
        assert PROGRAM is not None
        with (self.folder / "log").open("ab") as log:
            program = subprocess.Popen([PROGRAM, "-c", self.folder / "mosquitto.conf"], stdout=log, stderr=log)
        try:
            for _ in range(100):
                with socket.socket() as tried:
                    if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                        break
                time.sleep(0.05)
            else:
                raise RuntimeError((self.folder / "log").read_text())
            yield
        finally:
            program.terminate()
            program.wait(10)


@dataclass
class HomeAssistant:
    """Subscribes to the discovery prefix, then to the topics of each sensor that it finds.

    `states` has the newest state of each sensor by its unique id, `history` each change of a state.
    """

    port: int
    prefix: str = "homeassistant"
    configs: dict[str, dict[str, Any]] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)

    @contextmanager
    def listening(self) -> Iterator["HomeAssistant"]:
        client = Client(CallbackAPIVersion.VERSION2)
        client.username_pw_set(USER, PASSWORD)
        client.on_connect = self._subscribe
        client.on_message = self._receive
        client.connect("127.0.0.1", self.port)
        client.loop_start()
        try:
            yield self
        finally:
            client.disconnect()
            client.loop_stop()

    @property
    def states(self) -> dict[str, str]:
        return {one["unique_id"]: self.values.get(one["state_topic"], "unknown") for one in self.configs.values()}

    def attributes(self, unique_id: str) -> dict[str, Any]:
        (config,) = (one for one in self.configs.values() if one["unique_id"] == unique_id)
        read: dict[str, Any] = json.loads(self.values[config["json_attributes_topic"]])
        return read

    def sees(self, states: dict[str, str], *, seconds: float = SECONDS) -> None:
        """Wait until the sensors are these."""
        ends_at = time.monotonic() + seconds
        while self.states != states and time.monotonic() < ends_at:
            time.sleep(0.02)
        assert self.states == states

    def _subscribe(self, client: Client, *_: Any) -> None:
        client.subscribe(f"{self.prefix}/sensor/+/config", qos=1)

    def _receive(self, client: Any, _data: Any, message: Any) -> None:
        topic, text = message.topic, message.payload.decode()
        if not topic.endswith("/config"):
            if topic.endswith("/state") and text:
                self.history.append(text)
            self.values[topic] = text
        elif text:
            is_new = topic not in self.configs
            config = self.configs[topic] = json.loads(text)
            if is_new:
                client.subscribe([(config["state_topic"], 1), (config["json_attributes_topic"], 1)])
        else:
            self.configs.pop(topic, None)
