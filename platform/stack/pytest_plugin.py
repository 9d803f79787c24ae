"""Pytest plugin: each process of a test run gets its own PostgreSQL and Valkey, unless the environment names servers.

It sets TABLEHAWK_ENV to test, so no test runs with the settings of a deployment. pyproject.toml loads it with `-p
stack.pytest_plugin`, because Django reads DATABASE_URL and REDIS_URL before any conftest. With several processes, the
longest files run first.
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
    """Order the files by their recorded durations, so that no long one runs alone at the end.

    Files without a record run first, because one of them may be long.
    """
    if "PYTEST_XDIST_WORKER" in os.environ and DURATIONS.exists():
        seconds: dict[str, float] = json.loads(DURATIONS.read_text())
        items.sort(key=lambda item: -seconds.get(item.nodeid.split("::")[0], math.inf))


def pytest_configure() -> None:
    """Switch off hypothesis's limits on time, because the machine may be busy.

    Before the tests are imported, because @given reads the profile. The first text that hypothesis makes in a new
    folder takes seconds.
    """
    slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("tests", deadline=None, suppress_health_check=slow)
    hypothesis.settings.load_profile("tests")


def _is_xdist_controller(config: pytest.Config) -> bool:
    """Whether this process only distributes tests to pytest-xdist's workers. Each worker starts its own services."""
    return bool(config.known_args_namespace.numprocesses) and "PYTEST_XDIST_WORKER" not in os.environ
