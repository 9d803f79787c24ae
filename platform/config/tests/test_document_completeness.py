"""The OpenAPI document says everything that a client needs. Each failure names what is missing."""

import re
from collections import Counter

from .documented import DOCUMENT

OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
VERB_AND_NOUN = r"[a-z]+(_[a-z0-9]+)+"
MODULE_WORDS = {"apps", "api", "schemas", "config"}


def test_operation_ids_are_a_verb_and_a_noun_without_a_module() -> None:
    wrong = {
        name: operation["operationId"]
        for name, operation in OPERATIONS.items()
        if not re.fullmatch(VERB_AND_NOUN, operation["operationId"])
        or MODULE_WORDS & set(operation["operationId"].split("_"))
    }
    assert not wrong, "Rename the functions of these endpoints: an operationId is its function's name."


def test_operation_ids_are_unique() -> None:
    counts = Counter(operation["operationId"] for operation in OPERATIONS.values())
    assert [name for name, count in counts.items() if count > 1] == []
