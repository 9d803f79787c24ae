/** Things on the tables, seen from above: eight dishes, four plates, cutlery and a glass. */
import type { Palette } from './palettes';
import { at, type Chance, circle, ellipse, line, n, path, pick, rect, times } from './pen';

type Dish = (r: number, p: Palette) => string;

const noodles: Dish = (r, p) =>
  times(6, (i) => {
    const bend = `${n(r * (0.95 - i * 0.15))} ${n(r * (0.86 - i * 0.14))}`;
    const end = `${n(r * (1.6 - i * 0.25))} ${n(r * (0.4 - i * 0.05))}`;
    return line(`M${n(-r * (0.95 - i * 0.15))} 0a${bend} 0 1 1 ${end}`, p.a, n(r * 0.1));
  }) +
  ellipse(r * 0.1, -r * 0.06, r * 0.2, r * 0.13, p.b) +
  ellipse(-r * 0.2, r * 0.16, r * 0.18, r * 0.1, p.b);

const fish: Dish = (r, p) =>
  path(
    `M${n(-r)} 0C${n(-r * 0.5)} ${n(-r * 0.62)} ${n(r * 0.3)} ${n(-r * 0.55)} ${n(r * 0.62)} 0C${n(r * 0.3)} ${n(r * 0.55)} ${n(-r * 0.5)} ${n(r * 0.62)} ${n(-r)} 0z`,
    p.a,
  ) +
  path(
    `M${n(r * 0.5)} 0L${n(r * 1.05)} ${n(-r * 0.36)}Q${n(r * 0.86)} 0 ${n(r * 1.05)} ${n(r * 0.36)}z`,
    p.a,
  ) +
  circle(-r * 0.66, -r * 0.08, r * 0.07, p.dark) +
  times(3, (i) =>
    line(
      `M${n(-r * 0.3 + i * r * 0.27)} ${n(-r * 0.24)}q${n(r * 0.13)} ${n(r * 0.24)} 0 ${n(r * 0.48)}`,
      p.plate,
      n(r * 0.05),
      'opacity=".75"',
    ),
  );

const citrus: Dish = (r, p) =>
  times(3, (i) => {
    const angle = (i * 2 * Math.PI) / 3;
    const q = r * 0.44;
    const spokes = times(8, (j) => {
      const turn = (j * Math.PI) / 4;
      return line(
        `M0 0L${n(Math.cos(turn) * q * 0.72)} ${n(Math.sin(turn) * q * 0.72)}`,
        p.plate,
        1.6,
      );
    });
    const slice =
      circle(0, 0, q, p.a) + circle(0, 0, q * 0.82, p.plate) + circle(0, 0, q * 0.74, p.a) + spokes;
    return at(Math.cos(angle) * r * 0.5, Math.sin(angle) * r * 0.5, i * 20, slice);
  });

const egg: Dish = (r, p) =>
  path(
    `M${n(-r * 0.9)} 0C${n(-r)} ${n(-r * 0.7)} ${n(-r * 0.1)} ${n(-r)} ${n(r * 0.35)} ${n(-r * 0.72)}C${n(r)} ${n(-r * 0.5)} ${n(r)} ${n(r * 0.35)} ${n(r * 0.5)} ${n(r * 0.7)}C0 ${n(r)} ${n(-r * 0.8)} ${n(r * 0.7)} ${n(-r * 0.9)} 0z`,
    '#fffdf6',
    `stroke="${p.dark}" stroke-opacity=".12" stroke-width="2"`,
  ) +
  circle(r * 0.05, -r * 0.05, r * 0.4, '#eeb23c') +
  circle(-r * 0.07, -r * 0.17, r * 0.1, '#fff', 'opacity=".55"');

const oysters: Dish = (r, p) =>
  times(5, (i) => {
    const angle = (i * 2 * Math.PI) / 5;
    const shell = `M0 ${n(-r * 0.4)}C${n(r * 0.36)} ${n(-r * 0.26)} ${n(r * 0.3)} ${n(r * 0.34)} 0 ${n(r * 0.36)}C${n(-r * 0.3)} ${n(r * 0.34)} ${n(-r * 0.36)} ${n(-r * 0.26)} 0 ${n(-r * 0.4)}z`;
    const oyster =
      path(shell, p.dark, 'opacity=".72"') +
      ellipse(0, 0, r * 0.15, r * 0.24, p.plate) +
      ellipse(r * 0.02, r * 0.05, r * 0.08, r * 0.12, p.b);
    return at(
      Math.cos(angle) * r * 0.6,
      Math.sin(angle) * r * 0.6,
      (angle * 180) / Math.PI + 90,
      oyster,
    );
  }) + circle(0, 0, r * 0.2, p.a);

const nigiri: Dish = (r, p) =>
  times(4, (i) => {
    const rice = p.plate === '#fffaf0' ? '#fff' : p.b;
    const top = `M${n(-r * 0.66)} ${n(r * 0.02)}q${n(r * 0.1)} ${n(-r * 0.3)} ${n(r * 0.66)} ${n(-r * 0.28)}q${n(r * 0.56)} 0 ${n(r * 0.66)} ${n(r * 0.28)}z`;
    return at(
      0,
      (i - 1.5) * r * 0.46,
      0,
      rect(-r * 0.62, -r * 0.16, r * 1.24, r * 0.36, rice, `rx="${n(r * 0.17)}"`) + path(top, p.a),
    );
  });

const meze: Dish = (r, p) =>
  times(6, (i) => {
    const angle = (i * Math.PI) / 3;
    const odd = i % 2 === 1;
    return circle(
      Math.cos(angle) * r * 0.6,
      Math.sin(angle) * r * 0.6,
      r * (odd ? 0.25 : 0.19),
      odd ? p.a : p.b,
    );
  }) +
  circle(0, 0, r * 0.3, p.a) +
  at(r * 0.04, 0, 30, ellipse(0, 0, r * 0.3, r * 0.1, p.b)) +
  at(0, 0, -40, ellipse(0, 0, r * 0.3, r * 0.1, p.b));

const tart: Dish = (r, p) =>
  circle(0, 0, r * 0.82, p.a) +
  times(9, (i) => {
    const angle = (i * 2 * Math.PI) / 9;
    return at(
      Math.cos(angle) * r * 0.5,
      Math.sin(angle) * r * 0.5,
      (angle * 180) / Math.PI,
      ellipse(0, 0, r * 0.24, r * 0.12, p.b),
    );
  }) +
  circle(0, 0, r * 0.16, p.plate);

const DISHES = { noodles, fish, citrus, egg, oysters, nigiri, meze, tart };
export type DishName = keyof typeof DISHES;
const DISH_NAMES = Object.keys(DISHES) as DishName[];

const shade = (x: number, y: number, r: number, p: Palette, opacity = 0.2) =>
  circle(x + r * 0.07, y + r * 0.1, r, p.dark, `opacity="${opacity}"`);

/** A plate with its shadow, rim and dish; both are random unless given. */
export function plate(
  x: number,
  y: number,
  r: number,
  p: Palette,
  random: Chance,
  dish?: DishName,
) {
  const rim = Math.floor(random() * 4);
  const ink = pick([p.a, p.b, p.dark], random);
  return (
    shade(x, y, r, p) +
    circle(x, y, r, p.plate) +
    drawRim(rim, x, y, r, p, ink) +
    serve(x, y, r * 0.56, p, random, dish)
  );
}

function drawRim(rim: number, x: number, y: number, r: number, p: Palette, ink: string): string {
  const ring = (radius: number, stroke: string, width: number, rest = '') =>
    circle(x, y, radius, 'none', `stroke="${stroke}" stroke-width="${width}" ${rest}`);
  if (rim === 0)
    return ring(r * 0.92, ink, n(r * 0.035)) + ring(r * 0.66, p.dark, 1.5, 'stroke-opacity=".14"');
  if (rim === 1) {
    const dash = n(r * 0.09);
    return (
      ring(r * 0.86, ink, n(r * 0.11), `stroke-dasharray="${dash} ${dash}"`) +
      ring(r * 0.68, ink, 1.5)
    );
  }
  if (rim === 2)
    return ring(r * 0.85, ink, n(r * 0.16)) + ring(r * 0.7, p.dark, 1.5, 'stroke-opacity=".18"');
  return (
    circle(x, y, r * 0.7, p.dark, 'opacity=".06"') +
    ring(r * 0.7, p.dark, 1.5, 'stroke-opacity=".16"')
  );
}

function serve(
  x: number,
  y: number,
  r: number,
  p: Palette,
  random: Chance,
  dish?: DishName,
): string {
  const name = dish ?? DISH_NAMES[Math.floor(random() * DISH_NAMES.length)] ?? 'noodles';
  return at(x, y, random() * 360, DISHES[name](r, p));
}

export const fork = (x: number, y: number, degrees: number, scale: number, color: string) =>
  at(
    x,
    y,
    degrees,
    line('M0 -6V62', color, 6) +
      line('M-10 -52V-26Q-10 -8 0 -8Q10 -8 10 -26V-52M0 -52V-10', color, 4),
    scale,
  );

export const knife = (x: number, y: number, degrees: number, scale: number, color: string) =>
  at(
    x,
    y,
    degrees,
    line('M0 8V62', color, 6) + path('M-4 10V-48C8 -44 11 -10 7 10z', color),
    scale,
  );

export const sticks = (x: number, y: number, degrees: number, scale: number, color: string) =>
  at(x, y, degrees, line('M-6 -84L-2 84', color, 6) + line('M8 -84L4 84', color, 6), scale);

/** A drink from above, with a glint. */
export function glass(x: number, y: number, r: number, p: Palette, drink: string): string {
  return (
    shade(x, y, r, p, 0.16) +
    circle(x, y, r, p.plate, 'opacity=".55"') +
    circle(x, y, r * 0.78, drink) +
    circle(x, y, r, 'none', `stroke="${p.plate}" stroke-width="${n(r * 0.1)}"`) +
    line(
      `M${n(x - r * 0.45)} ${n(y - r * 0.2)}a${n(r * 0.5)} ${n(r * 0.5)} 0 0 1 ${n(r * 0.4)} ${n(-r * 0.35)}`,
      '#fff',
      n(r * 0.12),
      'opacity=".7"',
    )
  );
}
