"""The settings for mypy's Django plugin, which editors start without TABLEHAWK_ENV. No process uses them."""

import os

os.environ.setdefault("TABLEHAWK_ENV", "development")

from config.settings import *  # noqa: F403 - the environment first
