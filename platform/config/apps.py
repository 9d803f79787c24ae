"""The app config of the composition root: it registers the check of the recorded migrations."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import earlier_databases  # noqa: F401 - registers a check
