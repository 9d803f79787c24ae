import { describe, expect, test } from 'vitest';
import { neighbors, paragraphs, readingMinutes } from './reading';

describe('paragraphs', () => {
  test.each([
    ['', []],
    ['One.', ['One.']],
    ['One.\n\nTwo.', ['One.', 'Two.']],
    ['One\nline.\n \n\nTwo.\n', ['One\nline.', 'Two.']],
    ['<b>One</b>', ['<b>One</b>']],
  ])('of %j', (body, expected) => {
    expect(paragraphs(body)).toEqual(expected);
  });
});

test.each([
  [0, 1],
  [220, 1],
  [329, 1],
  [331, 2],
  [2200, 10],
])('%i words take %i min', (words, minutes) => {
  expect(readingMinutes({ summary: '', body: 'word '.repeat(words) })).toBe(minutes);
});

describe('the stories around one', () => {
  const stories = ['c', 'b', 'a'].map((slug) => ({ slug }));
  test.each([
    ['c', null, 'b'],
    ['b', 'c', 'a'],
    ['a', 'b', null],
    ['elsewhere', null, null],
  ])('of %s', (slug, previous, next) => {
    const found = neighbors(stories, slug);
    expect(found.previous?.slug ?? null).toBe(previous);
    expect(found.next?.slug ?? null).toBe(next);
  });
});
