/** The six tablecloths of the scenes, and the light that falls on them. */
import type { Palette } from './palettes';
import { type Chance, line, n, path, rect, times } from './pen';

const WIDTH = 400;
const HEIGHT = 300;

type Cloth = (p: Palette) => string;

const checked: Cloth = (p) => {
  const step = 34;
  return (
    times(Math.ceil(WIDTH / (step * 2)), (i) =>
      rect(i * step * 2, 0, step, HEIGHT, p.cloth2, 'opacity=".5"'),
    ) +
    times(Math.ceil(HEIGHT / (step * 2)), (i) =>
      rect(0, i * step * 2, WIDTH, step, p.cloth2, 'opacity=".5"'),
    )
  );
};

const striped: Cloth = (p) =>
  times(9, (i) => {
    const x = 14 + i * 44;
    return rect(x, 0, 12, HEIGHT, p.cloth2) + rect(x + 17, 0, 2.5, HEIGHT, p.cloth2);
  });

const diamonds: Cloth = (p) =>
  times(11, (row) =>
    times(8, (i) => {
      const x = (row % 2) * 30 + i * 60;
      return x < WIDTH + 30 ? path(`M${x} ${row * 30 - 11}l11 11-11 11-11-11z`, p.cloth2) : '';
    }),
  );

const waves: Cloth = (p) =>
  times(11, (index) => {
    const row = index + 1;
    return times(9, (i) => {
      const x = (row % 2) * 25 + i * 50;
      const y = row * 30;
      if (x >= WIDTH + 50) return '';
      return (
        line(`M${x - 25} ${y}a25 25 0 0 1 50 0`, p.cloth2, 2.5) +
        line(`M${x - 13} ${y}a13 13 0 0 1 26 0`, p.cloth2, 2.5)
      );
    });
  });

const board: Cloth = (p) => {
  const step = 50;
  return times(HEIGHT / step, (row) =>
    times(WIDTH / (step * 2), (i) =>
      rect((row % 2) * step + i * step * 2, row * step, step, step, p.cloth2),
    ),
  );
};

const bordered: Cloth = (p) =>
  rect(16, 16, WIDTH - 32, HEIGHT - 32, 'none', `stroke="${p.cloth2}" stroke-width="5"`) +
  rect(26, 26, WIDTH - 52, HEIGHT - 52, 'none', `stroke="${p.cloth2}" stroke-width="1.6"`);

export const CLOTHS = { checked, striped, diamonds, waves, board, bordered };
const CLOTH_NAMES = Object.keys(CLOTHS) as (keyof typeof CLOTHS)[];

/** A whole table of cloth; the pattern is random unless given. */
export function cloth(p: Palette, random: Chance, kind?: keyof typeof CLOTHS): string {
  const name = kind ?? CLOTH_NAMES[Math.floor(random() * CLOTH_NAMES.length)] ?? 'checked';
  return rect(0, 0, WIDTH, HEIGHT, p.cloth) + CLOTHS[name](p);
}

/** Window light: four panes across the table. */
export function panes(random: Chance, opacity: number): string {
  const skew = -90 - random() * 60;
  return times(4, (index) => {
    const x = 190 + Math.floor(index / 2) * 92 + (index % 2) * skew * 0.62;
    const y = -30 + (index % 2) * 150;
    const slide = skew * 0.58;
    const points = `${n(x)},${y} ${n(x + 80)},${y} ${n(x + 80 + slide)},${y + 138} ${n(x + slide)},${y + 138}`;
    return `<polygon points="${points}" fill="#fff6dd" opacity="${opacity}"/>`;
  });
}
