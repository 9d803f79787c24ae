"""Request and response shapes of MQTT brokers."""

from typing import Annotated

from pydantic import Field

from apps.common.schemas import Instant, Line, Secret, Shape, Strict


class MqttBrokerIn(Strict):
    """A broker, whose address is mqtts://host or mqtts://host:port. Without a `password`, the stored one stays."""

    address: Annotated[Line, Field(json_schema_extra={"pattern": "^mqtts://"})]
    username: Annotated[Line, Field(max_length=100)] = ""
    password: Secret | None = None
    prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$", max_length=60)] = "homeassistant"


class MqttBrokerOut(Shape):
    """The user's broker. `sensors` is the number of requests that it shows. `is_sending`: the first call after a change
    or a test has no result yet. `problem` is a sentence if states don't get through."""

    address: str
    username: str
    has_password: bool
    prefix: str
    is_on: bool
    is_sending: bool
    sensors: int
    sent_at: Instant | None
    problem: str | None


class MqttOut(Shape):
    """The user's broker, null for none."""

    broker: MqttBrokerOut | None
