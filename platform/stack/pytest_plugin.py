"""Gives each process of the test run a real PostgreSQL and Valkey of its own, unless the environment names others.

Sets TABLEHAWK_ENV to test: no test runs with the settings of a deployment, whatever the shell has set.

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
    os.environ["TABLEHAWK_ENV"] = "test"
    if not _only_hands_out(early_config) and not {"DATABASE_URL", "REDIS_URL"} <= os.environ.keys():
        cleanup = ExitStack()
        early_config.add_cleanup(cleanup.close)
        for name, value in cleanup.enter_context(services()).items():
            os.environ.setdefault(name, value)
    yield


def _only_hands_out(config: pytest.Config) -> bool:
    """Whether this process leaves the tests to others (pytest-xdist); what it started, they would all share."""
    return bool(config.known_args_namespace.numprocesses) and "PYTEST_XDIST_WORKER" not in os.environ
