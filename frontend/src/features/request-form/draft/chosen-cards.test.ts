import { describe, expect, test } from 'vitest';
import { user as userOf } from '@/testing/fixtures';
import { cardChoices, cardFields } from './chosen-cards';

const CARDS = [
  { id: '1', label: 'Visa 4242', is_default: true },
  { id: '2', label: 'MasterCard 4444', is_default: false },
];
const user = userOf();
const [account] = user.resy_accounts;
const withCards = {
  ...user,
  resy_accounts: account === undefined ? [] : [{ ...account, cards: CARDS }],
};
const accounts = { resy: 1, openTable: null };
const none = { resyCard: null, openTableCard: null };
const at = (reservation_source: 'resy' | 'opentable') => [{ reservation_source }];

describe('the choice of a card', () => {
  test('is offered where an account has several', () => {
    expect(cardChoices(none, withCards, accounts, at('resy'))).toEqual([
      { platform: 'resy', cards: CARDS, chosen: '' },
    ]);
    expect(cardChoices(none, user, accounts, at('resy'))).toEqual([]);
    expect(cardChoices(none, withCards, accounts, at('opentable'))).toEqual([]);
    expect(cardChoices(none, withCards, { ...accounts, resy: null }, at('resy'))).toEqual([]);
  });

  test.each([
    ['2', '2'],
    ['1', ''],
    ['gone', ''],
    [null, ''],
  ])('%j is shown as %j', (resyCard, chosen) => {
    expect(cardChoices({ ...none, resyCard }, withCards, accounts, at('resy'))[0]?.chosen).toBe(
      chosen,
    );
  });

  test.each([
    ['2', { selectedResyCard: '2' }],
    ['', { selectedResyCard: '' }],
    ['gone', {}],
    [null, {}],
  ])('%j is sent as %j', (resyCard, fields) => {
    expect(cardFields({ ...none, resyCard }, withCards, accounts)).toEqual(fields);
  });
});
