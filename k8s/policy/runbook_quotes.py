"""Checks quotations in runbooks: the log messages, dashboards and panels that runbooks quote must exist.

Quotations are texts in italics (`*text*`) and the patterns of `grep`. The check fails if a message or a panel is
renamed and a runbook still has the old name.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .manifests import Findings

K8S = Path(__file__).resolve().parents[1]
ROOT = K8S.parent
_ITALIC = re.compile(r"(?<!\*)\*([A-Za-z][^*\n]+)\*(?!\*)")
_GREP = re.compile(r"""\| grep (?:-\w+ )*(?:'([^']+)'|"([^"]+)"|(\w+))""")
# Messages of PostgreSQL, pg_dump, the kernel and Ray.
EXTERNAL = frozenset(
    {"too many connections", "server version mismatch", "could not connect", "No space left", "running low on memory"}
)
# Fields of JSON log lines, patterns of values, and the output of kubectl.
PATTERNS = re.compile(r'"venue_id": |"info"|\\b\[0-9\]|^redis$|^POLL_BUDGET$|^Last State$')


def quotes_exist(k8s: Path = K8S) -> Findings:
    """Check that each quotation in a runbook is the title of a dashboard or panel, or occurs in the source."""
    titles = _titles(k8s)
    return [
        f"{path.relative_to(k8s)}: {quote!r} is neither a dashboard, nor a panel, nor a message"
        for path in sorted((k8s / "runbooks").glob("*.md"))
        for quote in quotes(path.read_text())
        if quote not in titles | EXTERNAL and not PATTERNS.search(quote) and quote.lower() not in _source()
    ]


def quotes(text: str) -> Iterator[str]:
    """Yield the quotations in a text: texts in italics, and the patterns of `grep`."""
    yield from _ITALIC.findall(text)
    for match in _GREP.finditer(text):
        pattern = next(filter(None, match.groups()))
        # The source of {"event": "unhandled exception"} is log.error("unhandled exception"). So the quotation marks
        # around the message are kept.
        yield pattern.removeprefix('"event": ')


def _titles(k8s: Path) -> frozenset[str]:
    boards = [json.loads(path.read_text()) for path in (k8s / "monitoring" / "dashboards").glob("*.json")]
    return frozenset(one["title"] for board in boards for one in (board, *board["panels"]))


@cache
def _source() -> str:
    """Return the source of all programs, without tests, as one text in lower case."""
    files = [path for folder in ("platform", "realtime", "snipers") for path in (ROOT / folder).rglob("*.py")]
    files += [*(K8S / "base").rglob("*.sh")]
    return "\n".join(path.read_text() for path in files if "tests" not in path.parts).lower()
