/** The scenes seen from above: a place setting, a table for two, one dish, many plates, the room as a plan. */
import { cloth, panes } from './cloths';
import { type DishName, fork, glass, knife, plate, sticks } from './dishes';
import type { Family, Palette } from './palettes';
import { at, type Chance, circle, pick, rect, times } from './pen';

export type Scene = (p: Palette, random: Chance, family: Family) => string;

const eatsWithSticks = (family: Family) => family === 'sushi' || family === 'korean';

/** One place setting on patterned cloth. */
export const spread: Scene = (p, random, family) => {
  const x = 165 + random() * 70;
  const y = 140 + random() * 30;
  const r = 92 + random() * 16;
  const turn = random() * 24 - 12;
  const cutlery = eatsWithSticks(family)
    ? sticks(r + 38, 0, 0, 1.05, p.dark)
    : fork(-r - 30, 0, 0, 1.25, p.dark) + knife(r + 30, 0, 180, 1.25, p.dark);
  return (
    cloth(p, random) +
    at(x, y, turn, cutlery) +
    plate(x, y, r, p, random) +
    glass(x + r + (x < 200 ? 70 : 42), y - r * 0.86, 27, p, p.a) +
    (random() > 0.4 ? plate(x - r - 46, y + r * 0.92, 50, p, random, 'tart') : '') +
    panes(random, 0.16)
  );
};

/** A round table for two, seen from the ceiling. */
export const twotop: Scene = (p, random) => {
  const floor =
    rect(0, 0, 400, 300, p.wall) +
    times(9, (i) => rect(0, i * 36, 400, 1.6, p.dark, 'opacity=".16"'));
  const turn = random() * 50 - 25;
  const chairs = [-1, 1]
    .map(
      (side) =>
        rect(side * 196 - 44, -52, 88, 104, p.dark, 'rx="26" opacity=".9"') +
        rect(side * 190 - 34, -42, 68, 84, p.b, 'rx="18"'),
    )
    .join('');
  const top =
    circle(10, 14, 152, p.dark, 'opacity=".25"') +
    circle(0, 0, 152, p.cloth) +
    circle(0, 0, 140, 'none', `stroke="${p.cloth2}" stroke-width="6"`) +
    circle(0, 0, 131, 'none', `stroke="${p.cloth2}" stroke-width="1.6"`);
  const laid =
    plate(-80, 4, 50, p, random) +
    plate(80, -4, 50, p, random) +
    glass(-30, -74, 19, p, p.a) +
    glass(34, 72, 19, p, p.a) +
    circle(0, 0, 14, p.a) +
    circle(0, 0, 7, '#fff3c4') +
    circle(0, 0, 40, '#ffe9a8', 'opacity=".22"');
  return floor + at(200, 152, turn, chairs + top + laid) + panes(random, 0.12);
};

const SIGNATURE: Partial<Record<Family, readonly [DishName, ...DishName[]]>> = {
  sushi: ['nigiri'],
  seafood: ['fish', 'oysters'],
  trattoria: ['noodles', 'meze'],
  diner: ['egg'],
  bistro: ['oysters', 'citrus', 'tart'],
};

/** One plate, cropped close. */
export const dish: Scene = (p, random, family) => {
  const kinds = SIGNATURE[family];
  const kind = kinds === undefined ? undefined : pick(kinds, random);
  const x = random() > 0.5 ? 250 + random() * 30 : 120 + random() * 30;
  const y = 160 + random() * 20;
  const side = x > 200 ? 56 : 346;
  return (
    cloth(p, random) +
    plate(x, y, 150, p, random, kind) +
    glass(side, 62, 34, p, p.b) +
    (eatsWithSticks(family)
      ? sticks(side, 210, 8, 0.9, p.dark)
      : fork(side, 206, x > 200 ? -6 : 6, 1.35, p.dark)) +
    panes(random, 0.14)
  );
};

const SPOTS = [
  [74, 70, 58],
  [206, 60, 46],
  [330, 84, 66],
  [128, 196, 66],
  [264, 204, 60],
  [372, 232, 46],
  [24, 252, 46],
] as const;

/** A family table, many small plates. */
export const plates: Scene = (p, random) =>
  cloth(p, random, random() > 0.5 ? 'bordered' : 'striped') +
  SPOTS.map(([x, y, r], i) =>
    i === 1 || i === 5
      ? glass(x + random() * 8, y + random() * 8, 26, p, i === 1 ? p.a : p.b)
      : plate(x + random() * 10 - 5, y + random() * 10 - 5, r, p, random),
  ).join('') +
  panes(random, 0.13);

/** The room as a plan; one table is lit. */
export const floor: Scene = (p, random) => {
  const tile = 25;
  const tiles = times(12, (row) =>
    times(8, (i) =>
      rect((row % 2) * tile + i * tile * 2, row * tile, tile, tile, p.dark, 'opacity=".09"'),
    ),
  );
  const lit = Math.floor(random() * 6);
  const tables = times(6, (i) => {
    const x = 68 + (i % 3) * 132;
    const y = 80 + Math.floor(i / 3) * 142;
    const on = i === lit;
    const round = random() > 0.42;
    const glow = on ? circle(x, y, 84, '#ffe9a8', 'opacity=".35"') : '';
    return glow + at(x, y, round ? random() * 90 : 0, table(p, round, on));
  });
  const walls = rect(0, 0, 400, 8, p.dark) + rect(0, 292, 400, 8, p.dark);
  return rect(0, 0, 400, 300, p.wall) + tiles + tables + walls;
};

function table(p: Palette, round: boolean, lit: boolean): string {
  const half = round ? 38 : 33;
  const seats = times(round ? 4 : 2, (seat) => {
    const angle = (seat * 2 * Math.PI) / (round ? 4 : 2) + (round ? Math.PI / 4 : Math.PI / 2);
    const x = Math.cos(angle) * (half + 13);
    const y = Math.sin(angle) * (half + 13);
    return circle(x, y, 13, p.dark, 'opacity=".85"') + circle(x, y, 9, p.b);
  });
  const color = lit ? p.a : p.cloth;
  const top = round
    ? circle(4, 6, half, p.dark, 'opacity=".22"') + circle(0, 0, half, color)
    : rect(4 - half, 6 - half, half * 2, half * 2, p.dark, 'opacity=".22" rx="5"') +
      rect(-half, -half, half * 2, half * 2, color, 'rx="5"');
  const laid =
    circle(0, -17, 9.5, p.plate) +
    circle(0, 17, 9.5, p.plate) +
    circle(0, 0, 3.6, lit ? '#fff3c4' : p.cloth2);
  return seats + top + laid;
}
