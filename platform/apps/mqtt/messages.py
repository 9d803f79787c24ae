"""The sentences about MQTT brokers."""

from typing import Final

from apps.senders.messages import HOST_FAULTS

FAULTS: Final = {
    **HOST_FAULTS,
    "form": "Enter an address that begins with mqtts://.",
    "port": "We can reach brokers on ports 8883 and 443 only.",
}
ENTER_AGAIN: Final = "Enter the password again, because the address or the user name is new."
OFF: Final = "We turned this off after three days of failures. Save it again once your broker works."
REASONS: Final = {
    "internal_address": "This address leads into a private network, so we sent nothing.",
    "bad_certificate": "The broker's certificate isn't valid.",
    "no_connection": "We couldn't reach the broker. We're trying again.",
    "no_answer": "The broker didn't answer in time. We're trying again.",
    "wrong_password": "The broker refused the user name or the password.",
    "refused": "The broker refused the connection. We're trying again.",
    "sealed": "We can't read this broker's password any more. Enter it again.",
}
