"""Gives the whole test session a real PostgreSQL and Valkey, unless the environment names its own.

Loaded by `-p stack.pytest_plugin` (pyproject.toml) rather than from a conftest: Django's settings are read before
any conftest is, and they must find DATABASE_URL and REDIS_URL in the environment.
"""

import os
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from stack.testing import services


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    if not {"DATABASE_URL", "REDIS_URL"} <= os.environ.keys():
        cleanup = ExitStack()
        early_config.add_cleanup(cleanup.close)
        for name, value in cleanup.enter_context(services()).items():
            os.environ.setdefault(name, value)
    yield
