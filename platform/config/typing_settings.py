"""Settings for mypy's Django plugin. Editors start the plugin without TABLEHAWK_ENV. No running process uses them."""

import os

os.environ.setdefault("TABLEHAWK_ENV", "development")

from config.settings import *  # noqa: F403 - the environment first
