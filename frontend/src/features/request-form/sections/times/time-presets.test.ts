import { expect, test } from 'vitest';
import { isPreset, isValidWindow, TIME_PRESETS } from './time-presets';

test('the presets are those of the specification', () => {
  expect(TIME_PRESETS.map(({ label, start, end }) => `${label} ${start}–${end}`)).toEqual([
    'Early 17:00–18:30',
    'Prime 18:30–20:30',
    'Late 20:30–22:30',
  ]);
});

test.each([
  ['17:00', '18:30', true],
  ['09:00', '09:01', true],
  ['18:30', '18:30', false],
  ['20:00', '19:00', false],
  ['', '19:00', false],
  ['19:00', '', false],
  ['24:00', '25:00', false],
  ['9:00', '10:00', false],
])('%s to %s is a valid window: %s', (start, end, valid) => {
  expect(isValidWindow({ start, end })).toBe(valid);
});

test.each([
  [{ start: '18:30', end: '20:30' }, true],
  [{ start: '18:30', end: '20:00' }, false],
  [null, false],
])('%j is a preset: %s', (window, preset) => {
  expect(isPreset(window)).toBe(preset);
});
