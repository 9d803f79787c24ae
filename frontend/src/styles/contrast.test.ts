/**
 * Pairs of tokens that lie on each other, light and dark: WCAG 2 requires a contrast of 4.5 for text and 3 for marks
 * and borders.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = [number, number, number];
type Theme = 'light' | 'dark';

// Read as text: vitest loads style sheets empty.
const TOKENS = readFileSync('src/styles/tokens.css', 'utf8');

/** `--name: oklch(l c h)` of a theme. Colors with an opacity are shades, not backgrounds of text. */
function colors(theme: Theme): Map<string, Rgb> {
  const block = TOKENS.split(`[data-theme='${theme}'] {`)[1]?.split('\n}')[0] ?? '';
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map(
    [...found].map(([, name = '', l, c, h]) => [name, toLinear(Number(l), Number(c), Number(h))]),
  );
}

/** OKLCH to linear sRGB (https://bottosson.github.io/posts/oklab), clipped to the gamut. */
function toLinear(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return rgb.map((part) => Math.min(1, Math.max(0, part))) as Rgb;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const STATUSES = ['watching', 'seen', 'confirmed', 'paused', 'unsuccessful', 'canceled'];
const PAPERS = ['paper', 'surface', 'surface-canary', 'surface-raised', 'surface-sunk'];
/** Backgrounds of requests and notices; toned text is never on the sunk surface. */
const GROUNDS = PAPERS.filter((ground) => ground !== 'surface-sunk');
const WASHES = STATUSES.map((status) => `status-${status}-wash`);

const across = (fronts: string[], grounds: string[]) =>
  fronts.flatMap((front) => grounds.map((ground) => [front, ground] as const));

const TEXT = [
  ...across(['ink', 'ink-soft', 'ink-faint', 'accent-text'], PAPERS),
  ...across(['ink'], [...WASHES, 'accent-wash']),
  ...across(['accent-text'], ['accent-wash']),
  ...across(
    STATUSES.map((status) => `status-${status}`),
    GROUNDS,
  ),
  ...STATUSES.map((status) => [`status-${status}`, `status-${status}-wash`] as const),
  ...across(['on-accent'], ['accent', 'accent-hover']),
  ...across(['on-ink', 'on-ink-soft'], ['surface-ink']),
  ['on-ink-invert', 'on-ink'] as const,
  // Solid ink: a selected button.
  ['surface', 'ink'] as const,
];
const MARKS = [
  ...across(['line-strong'], ['paper', 'surface', 'surface-canary']),
  ...across(['focus'], GROUNDS),
  ...across(['on-ink-line'], ['surface-ink']),
  ...across(['accent'], ['paper', 'surface', 'surface-canary']),
];

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const known = colors(theme);
  const ratio = (front: string, ground: string) => {
    const [one, other] = [known.get(front), known.get(ground)];
    if (one === undefined || other === undefined) throw new RangeError(`${front} on ${ground}`);
    return contrast(one, other);
  };

  it.each(TEXT)('%s has the contrast of text on %s', (front, ground) => {
    expect(ratio(front, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKS)('%s has the contrast of a mark on %s', (front, ground) => {
    expect(ratio(front, ground)).toBeGreaterThanOrEqual(3);
  });

  it('covers every color except separators and shades', () => {
    const paired = new Set([...TEXT, ...MARKS].flat());
    const alone = [...known.keys()].filter((name) => !paired.has(name));
    expect(alone).toEqual(['line', 'rule', 'rail-lip']);
  });
});
