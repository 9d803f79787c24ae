"""Cuts each font to the weights and characters of our pages (60 % of the bytes, same pixels), and writes faces.css.

Any other character comes from the font package's own files. No two faces of a font have a character in common, because
Chromium requests both. Run the script in frontend/, with fonttools and brotli installed, after a new version of a font
or when the design needs another weight. Commit the result.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

PACKAGES = Path("node_modules/@fontsource-variable")
STYLES = Path("src/styles")
# The first and last weight of each font in the style sheets.
WEIGHTS = {"besley": (500, 750), "instrument-sans": (400, 650), "spline-sans-mono": (400, 500)}
FEATURES = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "pnum", "tnum"]
# The first 32 have no glyph, but Chromium requests a font for the line breaks of the HTML.
CHARACTERS = {*range(0x7F), *map(ord, "\N{NO-BREAK SPACE}·×‘’“”–—•…")}
# Accents of restaurants' names.
CHARACTERS |= set(map(ord, "Éàáâçèéêíñóôöü"))
# The narrow spaces that Intl puts into times and ranges. The fonts have none, so they get the glyph of the space.
SPACES = {0x2009, 0x202F}


def cut(name: str, weights: tuple[int, int]) -> None:
    """Write the font `name` with the weights from weights[0] to weights[1] to src/styles/fonts."""
    source, result = PACKAGES / name / f"files/{name}-latin-wght-normal.woff2", STYLES / f"fonts/{name}.woff2"
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": weights})
    # Read again: what the instancer leaves in memory still names glyphs of the whole.
    font.flavor = None
    font.save(result)
    font = TTFont(result)
    for table in font["cmap"].tables:
        table.cmap.update(dict.fromkeys(SPACES, table.cmap[ord(" ")]))
    options = subset.Options(flavor="woff2", layout_features=FEATURES, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=CHARACTERS | SPACES)
    cutter.subset(font)
    subset.save_font(font, str(result), options)


def faces(name: str) -> Iterable[str]:
    """Yield the @font-face rules of the package, with the characters that the cut file leaves, then the cut file's."""
    for rule in re.findall(r"@font-face \{.*?\}", (PACKAGES / name / "wght.css").read_text(), re.DOTALL):
        ranges = re.search(r"unicode-range: (.*?);", rule)
        if ranges is None or "latin" not in rule:
            raise ValueError(f"A rule of {name} cannot be read: {rule}")
        here = parse(ranges[1])
        rule = rule.replace("url(./", f"url(@fontsource-variable/{name}/")
        if here & CHARACTERS:
            yield rule.replace(ranges[1], spell((CHARACTERS | SPACES) & here)).replace(
                f"@fontsource-variable/{name}/files/{name}-latin-wght-normal", f"./fonts/{name}"
            )
        yield rule.replace(ranges[1], spell(here - CHARACTERS - SPACES))


def parse(ranges: str) -> set[int]:
    """Return the characters of a `unicode-range`."""
    found: set[int] = set()
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def spell(characters: set[int]) -> str:
    """Return the `unicode-range` of the characters."""
    runs: list[list[int]] = []
    for one in sorted(characters):
        if runs and runs[-1][1] == one - 1:
            runs[-1][1] = one
        else:
            runs.append([one, one])
    return ",".join(f"U+{first:04X}" + (f"-{last:04X}" if last > first else "") for first, last in runs)


for name, weights in WEIGHTS.items():
    cut(name, weights)
rules = "\n\n".join(rule for name in WEIGHTS for rule in faces(name))
(STYLES / "faces.css").write_text(f"/* Written by scripts/fonts.py. */\n{rules}\n")
