"""The settings that mypy's Django plugin loads: an editor that starts it sets no TABLEHAWK_ENV. No process runs it."""

import os

os.environ.setdefault("TABLEHAWK_ENV", "development")

from config.settings import *  # noqa: F403 - the environment first
