"""The result of a scenario: metrics, violations and plots. Prints the result and writes the HTML report of a run.

The report contains its styles and plots and refers to no other file.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from loadtests import floors
from loadtests.measurements import machine
from loadtests.slo import ServiceLevel

STYLE = Path(__file__).with_name("report.css")
MOST_PRINTED = 40


@dataclass
class Section:
    """The result of one scenario. `violations` has one sentence for each broken promise; `plots` are SVG by caption."""

    name: str
    about: str
    metrics: dict[str, str] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)
    plots: dict[str, str] = field(default_factory=dict)
    counted: list[floors.Floor] = field(default_factory=list)

    def saw(self, name: str, seen: float, *, of: float) -> None:
        """Count something that this scenario claims to test. `of` is the number that the options plan."""
        self.counted.append(floors.make_floor(self.name, name, seen=seen, of=of))

    def require_floors(self) -> None:
        """Add a row for each count. Record a violation for each floor that was not reached or not counted."""
        self.metrics |= {f"seen: {floor.name}": floor.row for floor in self.counted}
        self.violations += floors.find_below(self.name, self.counted)

    def require(self, holds: bool, violation: str) -> None:
        """Record a violation unless the condition holds."""
        if not holds:
            self.violations.append(violation)

    def require_levels(self, levels: Sequence[ServiceLevel]) -> None:
        """Record a violation for each service level that does not hold."""
        for level in levels:
            self.require(level.held is not False, f"{level.name}: {level.measured}, promised {level.target}")

    def print(self) -> None:
        """Print the metrics and the violations."""
        for name, value in self.metrics.items():
            print(f"  {name:58} {value}")
        print(f"violations: {len(self.violations) or 'none'}")
        for sentence in self.violations[:MOST_PRINTED]:
            print(f"  {sentence}")
        if len(self.violations) > MOST_PRINTED:
            print(f"  and {len(self.violations) - MOST_PRINTED} more")


def write_html(sections: Sequence[Section], *, folder: Path) -> Path:
    """Write the HTML report with the results of all scenarios of a run, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"load-{datetime.now(UTC):%Y%m%d-%H%M%S}.html"
    body = "".join(_section(section) for section in sections)
    path.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>Load test report</title><style>{STYLE.read_text()}</style><h1>Load test report</h1>"
        f"{_table(machine())}{body}</html>",
        "utf-8",
    )
    return path


def _section(section: Section) -> str:
    verdict = f"{len(section.violations)} violations" if section.violations else "all promises held"
    violations = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in section.violations[:200])
    plots = "".join(
        f"<figure>{svg}<figcaption>{html.escape(caption)}</figcaption></figure>"
        for caption, svg in section.plots.items()
    )
    return (
        f"<section><h2>{html.escape(section.name)}</h2><p>{html.escape(section.about)}</p>"
        f"<p class='verdict {'bad' if section.violations else 'good'}'>{verdict}</p><ul>{violations}</ul>"
        f"{_table(section.metrics)}{plots}</section>"
    )


def _table(rows: Mapping[str, str]) -> str:
    lines = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(v)}</td></tr>" for k, v in rows.items())
    return f"<table>{lines}</table>"
