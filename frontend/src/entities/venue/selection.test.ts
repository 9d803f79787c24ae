// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { VENUES } from '@/testing/fixtures';
import { selection, toSelected } from './selection';

const [first, second, third] = VENUES.map(toSelected);
const ids = () => selection.get().map((venue) => venue.id);

describe('the selection', () => {
  it('toggles a venue and keeps it over a reload', () => {
    if (first === undefined) throw new Error('no fixture');
    selection.toggle(first);
    expect(JSON.parse(sessionStorage.getItem('selected-venues') ?? '')).toEqual([first]);
    selection.toggle(first);
    expect(ids()).toEqual([]);
  });

  it.each([
    ['one place: the newest takes it', 1, [2]],
    ['two places', 2, [1, 2]],
    ['no place counts as one', 0, [2]],
  ])('adds with %s', (_, max, expected) => {
    for (const venue of [third, first, second].slice(1)) {
      if (venue !== undefined) selection.add(venue, max);
    }
    expect(ids()).toEqual(expected);
  });

  it('keeps the chosen seating; any removes it', () => {
    if (first === undefined) throw new Error('no fixture');
    selection.add(first, 1);
    selection.setSeating(first.id, 'Bar');
    expect(selection.get()[0]?.selectedSittingOption).toBe('Bar');
    selection.setSeating(first.id, undefined);
    expect(selection.get()[0]).toEqual(first);
  });
});
