import { expect, test } from 'vitest';
import { toCsv } from './csv';

test.each([
  ['plain words', 'Salt Hay', 'Salt Hay'],
  ['a comma', 'Salt, Hay', '"Salt, Hay"'],
  ['a quote', 'the "Hay"', '"the ""Hay"""'],
  ['a line break', 'Salt\nHay', '"Salt\nHay"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula behind a quote', "'=1+1", "''=1+1"],
  ['a telephone number', '+12125550100', "'+12125550100"],
  ['a number', -3, '-3'],
])('%s is escaped for spreadsheets', (_what, value, written) => {
  expect(toCsv([[value, 'x']])).toBe(`${written},x\r\n`);
});
