"""The Django app of requests."""

from django.apps import AppConfig


class ReservationsConfig(AppConfig):
    """Connects the receivers of signals that other apps send."""

    name = "apps.reservations"

    def ready(self) -> None:
        from . import receivers

        receivers.connect()
