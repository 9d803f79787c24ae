import { expect, test } from 'vitest';
import { findPlace, type Box } from './placement';

const VIEW: Box = { left: 0, top: 0, right: 1000, bottom: 800 };
const SIZE = { width: 400, height: 100 };
const box = (left: number, top: number, right: number, bottom: number): Box => ({
  left,
  top,
  right,
  bottom,
});
const find = (taken: Box[], current: { left: number; top: number } | null = null) =>
  findPlace({ size: SIZE, view: VIEW, taken, current });

test.each<[string, Box[], { left: number; top: number } | null]>([
  ['stand in the bottom right corner', [], { left: 600, top: 700 }],
  ['stand at the left if the right is taken', [box(900, 780, 990, 800)], { left: 0, top: 700 }],
  [
    'stand in the middle between controls of both edges',
    [box(0, 700, 290, 800), box(710, 700, 1000, 800)],
    { left: 300, top: 700 },
  ],
  ['stand above a bar', [box(0, 740, 1000, 800)], { left: 600, top: 640 }],
  [
    'stand in the lowest gap that is high enough',
    [box(0, 250, 1000, 400), box(0, 450, 1000, 800)],
    { left: 600, top: 150 },
  ],
  ['find no place where every gap is too low', [box(0, 90, 1000, 710)], null],
])('toasts %s', (_, taken, place) => {
  expect(find(taken)).toEqual(place);
});

test('toasts stay in place while it is free', () => {
  const current = { left: 10, top: 20 };
  expect(find([box(0, 300, 1000, 400)], current)).toEqual(current);
  expect(find([box(0, 50, 1000, 60)], current)).toEqual({ left: 600, top: 700 });
});
