"""The stores on which tests of watchers run."""

import pytest

# Only on PostgreSQL, which decides what is left after a death. The histories of snipers/store/tests/test_store_model.py
# show that the in-memory store keeps the same promises.
on_postgres = pytest.mark.parametrize("backend", ["postgres"], indirect=True)
