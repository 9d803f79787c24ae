"""Plots of the load test report, as SVG text."""

import io
from collections.abc import Mapping, Sequence

import matplotlib

matplotlib.use("svg")

from matplotlib.figure import Figure


def cumulative(series: Mapping[str, Sequence[float]], *, x: str, goal: Mapping[str, float] | None = None) -> str:
    """Return a plot of the cumulative distribution of each series. `goal` are named vertical lines."""
    figure, axes = _canvas()
    for name, values in series.items():
        ordered = sorted(values)
        axes.step(ordered, [(n + 1) / len(ordered) for n in range(len(ordered))], where="post", label=name)
    for name, at in (goal or {}).items():
        axes.axvline(at, color="0.6", linestyle="--", linewidth=1)
        axes.annotate(name, (at, 0.03), rotation=90, fontsize=8, color="0.4", ha="right")
    axes.set_xlabel(x)
    axes.set_ylabel("share")
    axes.set_ylim(0, 1.02)
    axes.legend(frameon=False)
    return _svg(figure)


def over_time(series: Mapping[str, Sequence[tuple[float, float]]], *, y: str, limit: float | None = None) -> str:
    """Return a plot of each series of (seconds, value) points. `limit` is a horizontal line."""
    figure, axes = _canvas()
    for name, points in series.items():
        axes.plot([at for at, _ in points], [value for _, value in points], label=name, linewidth=1)
    if limit is not None:
        axes.axhline(limit, color="0.6", linestyle="--", linewidth=1)
    axes.set_xlabel("seconds")
    axes.set_ylabel(y)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return _svg(figure)


def events(rows: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Return a plot with one row for each name. The row shows the name's spans (from, to) in seconds."""
    figure, axes = _canvas(height=0.6 + 0.32 * max(3, len(rows)))
    for place, spans in enumerate(rows.values()):
        axes.broken_barh([(start, max(end - start, 0.2)) for start, end in spans], (place - 0.35, 0.7))
    axes.set_yticks(range(len(rows)), list(rows))
    axes.set_xlabel("seconds")
    axes.invert_yaxis()
    return _svg(figure)


def _canvas(height: float = 3.4) -> tuple[Figure, "matplotlib.axes.Axes"]:
    figure = Figure(figsize=(8, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Figure) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue().partition("<svg")[1] + text.getvalue().partition("<svg")[2]
