"""The endpoints of the user's MQTT broker. API keys may read it, but not change where a user's data goes."""

from typing import Any

from django.utils import timezone
from ninja import Router

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer

from . import services
from .models import MqttBroker
from .schemas import MqttBrokerIn, MqttOut

router = Router(auth=bearer)


@router.get("/", response=MqttOut)
def get_mqtt_broker(request: SignedInRequest) -> dict[str, Any]:
    """The user's MQTT broker, to which the states of requests are published for Home Assistant."""
    return {"broker": MqttBroker.objects.filter(user=request.auth.user, is_removed=False).first()}


@router.put("/", response=MqttOut)
def save_mqtt_broker(request: SignedInRequest, form: MqttBrokerIn) -> dict[str, Any]:
    """Save the broker, and publish the states of all requests to it."""
    given = form.model_dump(exclude={"address", "password"})
    password = None if form.password is None else form.password.get_secret_value()
    user, place = request.auth.user, form.address
    return {"broker": services.save(user=user, place=place, password=password, **given, **origin(request))}


@router.post("/tests/", response=MqttOut)
def test_mqtt_broker(request: SignedInRequest) -> dict[str, Any]:
    """Publish all states again. `is_sending` is true until there is a result."""
    return {"broker": services.send_test(user=request.auth.user, now=timezone.now())}


@router.delete("/", response=MqttOut)
def remove_mqtt_broker(request: SignedInRequest) -> dict[str, Any]:
    """Remove the sensors from the broker and forget it."""
    services.remove(user=request.auth.user, **origin(request))
    return {"broker": None}
