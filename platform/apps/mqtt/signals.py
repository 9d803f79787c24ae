"""Signals of the MQTT app for apps that it may not import. The sender is the class MqttBroker."""

from django.dispatch import Signal

# user_id: int, address: str, now: datetime. Sent after a broker was turned off because of days of failures.
broker_switched_off = Signal()
