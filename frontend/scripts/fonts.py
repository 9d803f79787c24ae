"""Cuts the faces to the weights of the look and the characters below, so that a page has two thirds of the bytes for the
same pixels.

Any other character comes from the package's own file, which fonts.css names too. Run it in frontend/, with fonttools and
brotli installed, after a new version of a face or a new weight in the look; the result is committed.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

PACKAGES = Path("node_modules/@fontsource-variable")
CUTS = Path("src/styles/fonts")
FACES = {"besley": (480, 750), "instrument-sans": (400, 650), "spline-sans-mono": (400, 500)}
FEATURES = ["kern", "ccmp", "locl", "mark", "mkmk", "tnum"]
# The same as the `unicode-range` in src/styles/fonts.css: English, and the accents of restaurants' names.
CHARACTERS = [
    *range(0x20, 0x7F),
    *(0xA0, 0xA3, 0xA9, 0xB0, 0xB7, 0xC9, 0xD7),
    *range(0xDF, 0xF0),
    *range(0xF1, 0xFD),
    *(0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2212),
]

for face, weights in FACES.items():
    cut = CUTS / f"{face}.woff2"
    whole = TTFont(PACKAGES / face / "files" / f"{face}-latin-wght-normal.woff2")
    font = instancer.instantiateVariableFont(whole, {"wght": weights})
    # Read anew: what the instancer leaves in memory still names glyphs of the whole.
    font.flavor = None
    font.save(cut)
    font = TTFont(cut)
    options = subset.Options(flavor="woff2", layout_features=FEATURES, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    cutter.subset(font)
    subset.save_font(font, str(cut), options)
    print(f"{face}: {cut.stat().st_size / 1000:.1f} kB")
