// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { reportOf } from './bulk-actions';

const done = (group_id: number) => ({
  group_id,
  done: true,
  code: 'stopped',
  message: 'Request paused.',
});
const not = (group_id: number, message: string) => ({
  group_id,
  done: false,
  code: 'over',
  message,
});

test.each([
  ['everything', [done(1), done(2)], { title: '2 requests paused', failures: [] }],
  [
    'a part, its reasons together',
    [done(1), not(2, 'It is over.'), not(3, 'Too late.'), not(4, 'It is over.')],
    {
      title: '1 of 4 requests paused',
      failures: [
        { reason: 'It is over.', ids: [2, 4] },
        { reason: 'Too late.', ids: [3] },
      ],
    },
  ],
  [
    'nothing',
    [not(2, 'It is over.')],
    { title: '0 of 1 request paused', failures: [{ reason: 'It is over.', ids: [2] }] },
  ],
])('a report of %s', (_what, results, report) => {
  expect(reportOf({ action: 'pause', results })).toEqual(report);
});
