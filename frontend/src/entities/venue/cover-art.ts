/**
 * Cover art for venues without a picture: a pure function from a venue's seed, cuisine and neighborhood to a drawing.
 * The same seed always draws the same picture; no fonts, no filters, no network. 400 × 300 units, safe to crop to a
 * square. Decorative: the venue's name is its text.
 */
import { chance, hash } from './art/pen';
import { FAMILIES, type Family, PALETTES } from './art/palettes';
import { booth, counter, window as windowSill } from './art/rooms';
import { dish, floor, plates, type Scene, spread, twotop } from './art/tables';

const SCENES = {
  spread,
  twotop,
  window: windowSill,
  counter,
  floor,
  booth,
  dish,
  plates,
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[];

/** Cuisines with a palette family of their own; others take one by their neighborhood. */
const FAMILY_OF_CUISINE: Record<string, Family> = {
  italian: 'trattoria',
  french: 'bistro',
  japanese: 'sushi',
  seafood: 'seafood',
  mexican: 'taqueria',
  steakhouse: 'steak',
  'wine bar': 'winebar',
  american: 'diner',
  korean: 'korean',
};

/** What a drawing is made from. */
export type Subject = { seed: number; cuisine: string; neighborhood: string };

export function familyOf({ cuisine, neighborhood }: Pick<Subject, 'cuisine' | 'neighborhood'>) {
  const known = FAMILY_OF_CUISINE[cuisine.toLowerCase()];
  if (known !== undefined) return known;
  const clue = neighborhood === '' ? cuisine : neighborhood;
  return clue === '' ? null : (FAMILIES[hash(clue) % FAMILIES.length] ?? null);
}

export function sceneOf(seed: number): SceneName {
  return SCENE_NAMES[hash(`${seed}#`) % SCENE_NAMES.length] ?? 'spread';
}

/**
 * The scene for each seed of a list, in order, so that no two neighbors show the same one. Cards are in rows of two
 * or four, so the neighbors are one, two and four places before.
 */
export function scenesFor(seeds: readonly number[]): SceneName[] {
  const scenes: SceneName[] = [];
  for (const [index, seed] of seeds.entries()) {
    const near = [scenes[index - 1], scenes[index - 2], scenes[index - 4]];
    let at = SCENE_NAMES.indexOf(sceneOf(seed));
    while (near.includes(SCENE_NAMES[at])) at = (at + 1) % SCENE_NAMES.length;
    scenes.push(SCENE_NAMES[at] ?? 'spread');
  }
  return scenes;
}

/** Return the drawing as SVG text, or null if neither cuisine nor neighborhood is known. */
export function drawCover(
  subject: Subject,
  scene: SceneName = sceneOf(subject.seed),
): string | null {
  const family = familyOf(subject);
  if (family === null) return null;
  const [first, second] = PALETTES[family];
  const palette = hash(String(subject.seed)) % 2 === 0 ? first : second;
  const body = SCENES[scene](palette, chance(`${subject.seed}/${family}`), family);
  return `<svg viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
}

const drawn = new Map<string, string>();

/** Return the drawing as a URL for an `<img>`. Cached: a long list draws each cover once. */
export function coverUrl(
  subject: Subject,
  scene: SceneName = sceneOf(subject.seed),
): string | null {
  const key = `${subject.seed}/${subject.cuisine}/${subject.neighborhood}/${scene}`;
  const kept = drawn.get(key);
  if (kept !== undefined) return kept;
  const svg = drawCover(subject, scene);
  if (svg === null) return null;
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  drawn.set(key, url);
  return url;
}
