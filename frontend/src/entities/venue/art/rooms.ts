/** The scenes seen from the side: a window sill, a bar, a booth. */
import type { Palette } from './palettes';
import { at, circle, ellipse, line, n, path, pick, rect, times } from './pen';
import type { Scene } from './tables';

/** A sill, a bottle, late light. */
export const window: Scene = (p, random) => {
  const arched = random() > 0.45;
  const left = 70 + random() * 50;
  const sky = random() > 0.5 ? p.a : p.b;
  const shape = arched
    ? `M${n(left)} 214V118a84 84 0 0 1 168 0V214z`
    : `M${n(left)} 214V34h168V214z`;
  const view =
    path(shape, p.plate, `stroke="${p.plate}" stroke-width="14" stroke-linejoin="round"`) +
    path(shape, sky) +
    circle(left + 116, 108 + random() * 30, 30, p.plate, 'opacity=".8"') +
    path(`M${n(left)} 214v-34q40 -30 84 -8t84 -16v58z`, p.dark, 'opacity=".5"') +
    rect(left + 81, 34, 6, 180, p.plate) +
    rect(left, 122, 168, 6, p.plate);
  const sill =
    rect(0, 214, 400, 86, p.cloth) +
    rect(0, 214, 400, 9, p.cloth2) +
    times(10, (i) => path(`M${i * 44 - 10} 223q22 34 44 0z`, p.cloth2, 'opacity=".6"'));
  const bottle = left < 95 ? 300 : 326;
  return (
    rect(0, 0, 400, 300, p.wall) +
    view +
    sill +
    at(bottle, 226, 0, drawBottle(p)) +
    at(bottle - 58, 228, 0, drawGlass(p)) +
    at(left + 10, 226, 0, drawBowl(p))
  );
};

const drawBottle = (p: Palette) =>
  path('M-22 0V-84C-22 -104 -9 -104 -9 -124V-152H9V-124C9 -104 22 -104 22 -84V0z', p.dark) +
  rect(-22, -66, 44, 36, p.plate) +
  circle(0, -48, 8, p.a);

const drawGlass = (p: Palette) =>
  path(
    'M-20 -70C-22 -40 -12 -32 -3 -30V-4H-14V0H14V-4H3V-30C12 -32 22 -40 20 -70z',
    p.plate,
    'opacity=".72"',
  ) + path('M-19 -56C-18 -38 -11 -33 0 -33S18 -38 19 -56z', p.a);

const drawBowl = (p: Palette) =>
  path('M-46 -22h92q-6 26 -46 26t-46 -26z', p.plate) +
  circle(-20, -27, 15, p.b) +
  circle(8, -30, 17, p.a) +
  circle(28, -24, 12, p.b);

/** Pendants over a bar. */
export const counter: Scene = (p, random) => {
  const places = 3 + Math.floor(random() * 2);
  const gap = 400 / places;
  const center = (i: number) => gap * (i + 0.5);
  const shelf = times(15, (i) => {
    const h = 26 + random() * 34;
    const x = 14 + i * 27;
    if (random() <= 0.16) return '';
    const bottle = `M${x - 7} 126v${n(-h * 0.62)}q0 -6 4 -8v${n(-h * 0.3)}h6v${n(h * 0.3)}q4 2 4 8v${n(h * 0.62)}z`;
    return path(bottle, pick([p.a, p.b, p.dark, p.plate], random), 'opacity=".9"');
  });
  const lamps = times(places, (i) => {
    const x = center(i);
    const beam = `${n(x - 20)},64 ${n(x + 20)},64 ${n(x + 74)},186 ${n(x - 74)},186`;
    return (
      `<polygon points="${beam}" fill="#ffe8ad" opacity=".2"/>` +
      line(`M${n(x)} 0V34`, p.dark, 2.5) +
      path(`M${n(x - 30)} 64a30 32 0 0 1 60 0z`, i % 2 === 1 ? p.a : p.cloth) +
      ellipse(x, 64, 12, 5, '#fff3c4')
    );
  });
  const bar =
    rect(0, 184, 400, 16, p.plate) +
    rect(0, 200, 400, 100, p.cloth) +
    times(20, (i) => rect(i * 21 + 4, 208, 12, 92, p.cloth2, 'rx="6"'));
  const stools = times(places, (i) => {
    const x = center(i);
    return (
      path(`M${n(x - 30)} 236h60q4 0 3 8t-8 8h-50q-8 0 -8 -8t3 -8z`, p.b) +
      rect(x - 4, 252, 8, 60, p.dark) +
      line(`M${n(x - 22)} 282h44`, p.dark, 4)
    );
  });
  const drinks = times(places, (i) =>
    random() > 0.35
      ? at(
          center(i) + 20,
          184,
          0,
          path(
            'M-13 -40C-14 -22 -8 -18 -2 -17V-3H-9V0H9V-3H2V-17C8 -18 14 -22 13 -40z',
            p.plate,
            'opacity=".85"',
          ) + path('M-12 -32C-11 -22 -7 -19 0 -19S11 -22 12 -32z', p.a),
        )
      : '',
  );
  const wall = rect(0, 0, 400, 300, p.wall) + rect(0, 126, 400, 5, p.dark, 'opacity=".55"');
  return wall + shelf + lamps + bar + stools + drinks;
};

/** A scalloped banquette, a picture and a lamp. */
export const booth: Scene = (p, random) => {
  const frame = 200 + (random() * 120 - 60);
  const sun = random() * 28;
  const picture = at(
    frame,
    66,
    0,
    rect(-62, -44, 124, 84, p.plate) +
      rect(-54, -36, 108, 68, p.b) +
      circle(sun - 14, -2, 20, p.a) +
      path('M-54 32q30 -34 56 -12t52 -8v20z', p.dark, 'opacity=".55"'),
  );
  const bench =
    times(
      6,
      (i) =>
        path(`M${i * 68 - 4} 300V176a34 40 0 0 1 68 0V300z`, i % 2 === 1 ? p.cloth2 : p.cloth) +
        line(`M${i * 68 + 30} 168V256`, p.dark, 2, 'opacity=".2"'),
    ) +
    rect(0, 250, 400, 50, p.dark) +
    rect(0, 244, 400, 14, p.cloth2);
  const x = 140 + random() * 120;
  const panel = times(14, (i) => rect(i * 30, 0, 1.6, 150, p.dark, 'opacity=".14"'));
  return rect(0, 0, 400, 300, p.wall) + panel + picture + bench + lampTable(x, p);
};

function lampTable(x: number, p: Palette): string {
  const lamp =
    rect(-4, -40, 8, 40, p.dark) +
    path('M-32 -38L-18 -78H18L32 -38z', p.a) +
    ellipse(0, 0, 16, 4, p.dark);
  const wine =
    path(
      'M-15 -48C-16 -26 -9 -21 -2 -20V-3H-10V0H10V-3H2V-20C9 -21 16 -26 15 -48z',
      '#fff',
      'opacity=".62"',
    ) + path('M-14 -38C-13 -26 -8 -22 0 -22S13 -26 14 -38z', p.a);
  return (
    ellipse(x, 232, 112, 15, p.dark, 'opacity=".3"') +
    ellipse(x, 222, 112, 17, p.plate) +
    rect(x - 7, 234, 14, 70, p.plate) +
    circle(x, 168, 70, '#ffe9a8', 'opacity=".24"') +
    at(x, 220, 0, lamp) +
    at(x - 62, 220, 0, wine) +
    at(x + 62, 220, 0, wine)
  );
}
