"""Cuts the monospaced font to two weights and to the characters below. The files have half the bytes for the same
pixels.

The font loads last, with the first tickets. Any other character comes from the font package's own file, which fonts.css
also lists. Run the script in frontend/, with fonttools and brotli installed, after a new version of the font or when
the design needs another weight. Commit the result.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WHOLE = Path("node_modules/@fontsource-variable/spline-sans-mono/files/spline-sans-mono-latin-wght-normal.woff2")
CUT = Path("src/styles/fonts/spline-sans-mono.woff2")
WEIGHTS = (400, 500)
FEATURES = ["kern", "ccmp", "locl", "mark", "mkmk"]
# The same as its `unicode-range` in src/styles/fonts.css.
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]

font = instancer.instantiateVariableFont(TTFont(WHOLE), {"wght": WEIGHTS})
# Read again: what the instancer leaves in memory still names glyphs of the whole.
font.flavor = None
font.save(CUT)
font = TTFont(CUT)
options = subset.Options(flavor="woff2", layout_features=FEATURES, notdef_outline=True)
cutter = subset.Subsetter(options)
cutter.populate(unicodes=CHARACTERS)
cutter.subset(font)
subset.save_font(font, str(CUT), options)
