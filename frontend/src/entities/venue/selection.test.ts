// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { VENUES } from '@/testing/fixtures';
import { seatingsOf, selection, withSeatings, toSelected } from './selection';

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

  it('keeps several seatings in order, and the place of the venue', () => {
    if (first === undefined || second === undefined) throw new Error('no fixture');
    selection.replace([first, second]);
    selection.add(withSeatings(first, ['Patio', 'Bar']), 5);
    expect(ids()).toEqual([first.id, second.id]);
    expect(selection.get().map(seatingsOf)).toEqual([['Patio', 'Bar'], []]);
  });

  it('keeps the chosen seating; any removes it', () => {
    if (first === undefined) throw new Error('no fixture');
    selection.add(first, 1);
    selection.setSeatings(first.id, ['Bar']);
    expect(selection.get()[0]?.selectedSittingOption).toBe('Bar');
    selection.setSeatings(first.id, []);
    expect(selection.get()[0]).toEqual(first);
  });
});
