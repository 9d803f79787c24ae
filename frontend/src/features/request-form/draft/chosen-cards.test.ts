import { describe, expect, test } from 'vitest';
import { resyAccount, user as userOf } from '@/testing/fixtures';
import { cardChoices, cardsToSend } from './chosen-cards';

const CARDS = [
  { id: '1', label: 'Visa 4242', is_default: true },
  { id: '2', label: 'MasterCard 4444', is_default: false },
];
const user = userOf();
const withCards = userOf({ resy_accounts: [{ ...resyAccount, cards: CARDS }] });
const accounts = { resy: 1 };
const none = { cards: {}, accounts, user: withCards };
const at = (reservation_source: 'resy' | 'opentable') => [{ reservation_source }];

describe('the choice of a card', () => {
  test('is offered where an account has several', () => {
    expect(cardChoices(none, at('resy'))).toEqual([{ platform: 'resy', cards: CARDS, chosen: '' }]);
    expect(cardChoices({ ...none, user }, at('resy'))).toEqual([]);
    expect(cardChoices(none, at('opentable'))).toEqual([]);
    expect(cardChoices({ ...none, accounts: {} }, at('resy'))).toEqual([]);
  });

  test.each([
    ['2', '2'],
    ['1', ''],
    ['gone', ''],
    ['', ''],
  ])('%j is shown as %j', (resy, chosen) => {
    expect(cardChoices({ ...none, cards: { resy } }, at('resy'))[0]?.chosen).toBe(chosen);
  });

  test.each([
    [{ resy: '2' }, { resy: '2' }],
    [{ resy: '' }, { resy: '' }],
    [{ resy: 'gone' }, {}],
    [{}, {}],
  ])('%j is sent as %j', (cards, sent) => {
    expect(cardsToSend({ ...none, cards })).toEqual(sent);
  });
});
