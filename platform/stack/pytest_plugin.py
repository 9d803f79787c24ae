"""Pytest plugin: each process of a test run gets its own PostgreSQL and Valkey, unless the environment names servers.

The plugin also sets TABLEHAWK_ENV to test, so no test runs with the settings of a deployment. pyproject.toml loads the
plugin with `-p stack.pytest_plugin`, because pytest-django reads DATABASE_URL and REDIS_URL before any conftest.py is
imported. With several processes, the longest test files run first.
"""

import json
import math
import os
from collections.abc import Generator
from contextlib import ExitStack

import hypothesis
import pytest

from stack.check import DURATIONS
from stack.testing import services


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    os.environ["TABLEHAWK_ENV"] = "test"
    if not _is_xdist_controller(early_config) and not {"DATABASE_URL", "REDIS_URL"} <= os.environ.keys():
        cleanup = ExitStack()
        early_config.add_cleanup(cleanup.close)
        for name, value in cleanup.enter_context(services()).items():
            os.environ.setdefault(name, value)
    yield


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by the recorded durations of their files, longest first, so that no long file runs alone at the
    end.

    Files without a recorded duration run first, because they may be long.
    """
    if "PYTEST_XDIST_WORKER" in os.environ and DURATIONS.exists():
        seconds: dict[str, float] = json.loads(DURATIONS.read_text())
        items.sort(key=lambda item: -seconds.get(item.nodeid.split("::")[0], math.inf))


def pytest_configure() -> None:
    """Switch off hypothesis's time limits, because the machine may be busy, and because the first text that hypothesis
    generates in a new folder takes seconds.

    This hook runs before the tests are imported, because @given reads the profile at import.
    """
    slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("tests", deadline=None, suppress_health_check=slow)
    hypothesis.settings.load_profile("tests")


def _is_xdist_controller(config: pytest.Config) -> bool:
    """Return whether this process only distributes tests to pytest-xdist's workers, which start their own services."""
    return bool(config.known_args_namespace.numprocesses) and "PYTEST_XDIST_WORKER" not in os.environ
