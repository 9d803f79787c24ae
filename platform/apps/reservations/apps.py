"""The Django app of requests."""

from django.apps import AppConfig


class ReservationsConfig(AppConfig):
    """Connects the receivers of signals that the apps below send."""

    name = "apps.reservations"

    def ready(self) -> None:
        from . import receivers

        receivers.connect()
