import { describe, expect, test } from 'vitest';
import { aClient } from '@/testing/clients';
import { cardStates, worstCard } from './card-state';

const NOW = new Date(2026, 10, 29);
const CARDS = aClient().cards;
const states = (...changes: Partial<(typeof CARDS)[number]>[]) =>
  cardStates(
    changes.flatMap((change, index) =>
      CARDS.map((card) => ({ ...card, account_id: index + 1, ...change })),
    ),
    { now: NOW, platformName: () => 'Resy' },
  );

describe('the state of a card', () => {
  test.each([
    [{}, 'expires 08/29', true],
    [{ exp_month: '11', exp_year: '2026' }, 'expires 11/26', true],
    [{ exp_month: '10', exp_year: '2026' }, 'expired 10/26', false],
    [{ usable: false }, 'reconnect the account', false],
    [{ usable: false, exp_year: '2025' }, 'expired 08/25', false],
  ])('%o is "%s"', (change, text, works) => {
    expect(states(change)).toMatchObject([
      { mask: '•••• 4242', where: 'Resy, Desk one', text, works },
    ]);
  });

  test('in the list is that of the card that does not work', () => {
    expect(worstCard([])).toBeNull();
    expect(worstCard(states({}, {}))?.account_id).toBe(1);
    expect(worstCard(states({}, { usable: false }))?.account_id).toBe(2);
  });
});
