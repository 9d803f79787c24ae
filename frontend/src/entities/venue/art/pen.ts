/** The drawing tools of the cover art: shapes as SVG text, a hash and a seeded random source. */

export type Chance = () => number;

/** FNV-1a over code points: the same text gives the same number everywhere. */
export function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0;
    value = Math.imul(value, 16777619);
  }
  return value >>> 0;
}

/** Mulberry32: numbers in [0, 1), the same sequence for the same seed. */
export function chance(seed: string): Chance {
  let state = hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(items: readonly [T, ...T[]], random: Chance): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** One decimal is finer than a pixel on 400 units and keeps the text short. */
export const n = (value: number): number => Math.round(value * 10) / 10;

export const circle = (x: number, y: number, r: number, fill: string, rest = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${rest}/>`;
export const ellipse = (x: number, y: number, a: number, b: number, fill: string, rest = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(a)}" ry="${n(b)}" fill="${fill}" ${rest}/>`;
export const rect = (x: number, y: number, w: number, h: number, fill: string, rest = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${rest}/>`;
export const path = (d: string, fill: string, rest = '') =>
  `<path d="${d}" fill="${fill}" ${rest}/>`;
export const line = (d: string, stroke: string, width: number, rest = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${rest}/>`;
export const at = (x: number, y: number, degrees: number, body: string, scale = 1) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(degrees)}) scale(${scale})">${body}</g>`;
