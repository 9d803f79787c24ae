import { expect, test } from 'vitest';
import { listMessages } from '../messages';
import { splitLead } from './warnings';

test.each([
  [
    'Two requests watch Petit Quai. Resy may ban.',
    'Two requests watch Petit Quai.',
    'Resy may ban.',
  ],
  ['One sentence.', 'One sentence.', ''],
  ['No full stop', 'No full stop', ''],
  ['Is it 7.30? Then so.', 'Is it 7.30?', 'Then so.'],
])('%s', (message, lead, rest) => {
  expect(splitLead(message)).toEqual({ lead, rest });
});

test('the action says how many it shows', () => {
  expect([2, 3].map(listMessages.showSome)).toEqual(['Show both', 'Show all 3']);
});
