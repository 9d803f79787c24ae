// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { coverUrl, drawCover, familyOf, SCENE_NAMES, sceneOf, scenesFor } from './cover-art';

const subject = { seed: 1201, cuisine: 'Italian', neighborhood: 'Nolita' };

describe('cover art', () => {
  it('draws the same picture for the same venue, and another for another', () => {
    expect(drawCover(subject)).toBe(drawCover({ ...subject }));
    expect(drawCover(subject)).not.toBe(drawCover({ ...subject, seed: 1202 }));
  });

  it.each(SCENE_NAMES)(
    'draws the scene "%s" as well-formed SVG without external references',
    (scene) => {
      for (const cuisine of ['Italian', 'Japanese', 'Seafood', 'Korean', 'Steakhouse']) {
        const svg = drawCover({ ...subject, cuisine }, scene);
        const document = new DOMParser().parseFromString(svg ?? '', 'image/svg+xml');
        expect(document.querySelector('parsererror')).toBeNull();
        expect(
          document.querySelectorAll('image, script, text, foreignObject, filter'),
        ).toHaveLength(0);
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      }
    },
  );

  it.each([
    ['a known cuisine has its family', 'Wine Bar', 'Chelsea', 'winebar'],
    ['whatever its case', 'SEAFOOD', '', 'seafood'],
    ['nothing known has none', '', '', null],
  ])('%s', (_, cuisine, neighborhood, family) => {
    expect(familyOf({ cuisine, neighborhood })).toBe(family);
  });

  it('gives an unknown cuisine the family of its neighborhood', () => {
    const first = familyOf({ cuisine: 'Thai', neighborhood: 'Elmhurst' });
    expect(first).not.toBeNull();
    expect(familyOf({ cuisine: 'Caribbean', neighborhood: 'Elmhurst' })).toBe(first);
  });

  it('draws nothing for a venue without cuisine and neighborhood', () => {
    expect(coverUrl({ seed: 1, cuisine: '', neighborhood: '' })).toBeNull();
  });

  it('never repeats a scene beside or below itself, in rows of two or four', () => {
    const seeds = Array.from({ length: 320 }, (_, index) => 1201 + index);
    const scenes = scenesFor(seeds);
    expect(scenes).toHaveLength(seeds.length);
    for (const [index, scene] of scenes.entries()) {
      for (const distance of [1, 2, 4]) {
        if (index >= distance) expect(scenes[index - distance]).not.toBe(scene);
      }
    }
  });

  it('keeps a scene where there is no clash', () => {
    expect(scenesFor([1201])).toEqual([sceneOf(1201)]);
  });
});
