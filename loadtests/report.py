"""What a scenario has to say: figures, verdicts and plots; printed as a table, written as one HTML file.

The file needs nothing beside it: styles and plots are inside. Owns no judgement.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from loadtests.measurements import machine

STYLE = Path(__file__).with_name("report.css")


@dataclass
class Section:
    """One scenario's findings. `wrong` holds a sentence for each broken promise; `plots` are SVG texts by caption."""

    name: str
    about: str
    figures: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    plots: dict[str, str] = field(default_factory=dict)

    def demand(self, holds: bool, sentence: str) -> None:
        """Note a broken promise."""
        if not holds:
            self.wrong.append(sentence)

    def print(self) -> None:
        """Print the table and the verdict."""
        for name, value in self.figures.items():
            print(f"  {name:58} {value}")
        print("wrong:" if self.wrong else "wrong: nothing")
        for sentence in self.wrong[:40]:
            print(f"  {sentence}")
        if len(self.wrong) > 40:
            print(f"  and {len(self.wrong) - 40} more")


def write(sections: Sequence[Section], *, folder: Path) -> Path:
    """Write the report and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"load-{datetime.now(UTC):%Y%m%d-%H%M%S}.html"
    body = "".join(_section(section) for section in sections)
    path.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>Tablehawk under load</title><style>{STYLE.read_text()}</style><h1>Tablehawk under load</h1>"
        f"{_table(machine())}{body}</html>",
        "utf-8",
    )
    return path


def _section(section: Section) -> str:
    verdict = f"{len(section.wrong)} broken" if section.wrong else "every promise held"
    wrong = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in section.wrong[:200])
    plots = "".join(
        f"<figure>{svg}<figcaption>{html.escape(caption)}</figcaption></figure>"
        for caption, svg in section.plots.items()
    )
    return (
        f"<section><h2>{html.escape(section.name)}</h2><p>{html.escape(section.about)}</p>"
        f"<p class='verdict {'bad' if section.wrong else 'good'}'>{verdict}</p><ul>{wrong}</ul>"
        f"{_table(section.figures)}{plots}</section>"
    )


def _table(rows: Mapping[str, str]) -> str:
    lines = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(v)}</td></tr>" for k, v in rows.items())
    return f"<table>{lines}</table>"
