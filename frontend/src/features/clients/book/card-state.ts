/** What the client book says of a client's cards. Pure. */
import type { BookEntry } from '@/api/reservation-types';
import { isExpired } from '../client-form';
import { BOOK } from './messages';

type Card = BookEntry['cards'][number];

export type CardState = {
  account_id: number;
  /** `•••• 4242` */
  mask: string;
  /** The platform and the account that has it on file. */
  where: string;
  text: string;
  /** Whether a table can be booked with it now. */
  works: boolean;
};

/** One for each account that has a card of the client on file. */
export function cardStates(
  cards: readonly Card[],
  { now, platformName }: { now: Date; platformName: (key: Card['platform']) => string },
): CardState[] {
  return cards.map((card) => {
    const isOver = isExpired(card.exp_month, card.exp_year, now);
    const expiry = `${card.exp_month}/${card.exp_year.slice(-2)}`;
    return {
      account_id: card.account_id,
      mask: card.cc_number,
      where: BOOK.heldAt(platformName(card.platform), card.account_name),
      text: isOver ? BOOK.expired(expiry) : card.usable ? BOOK.expires(expiry) : BOOK.reconnect,
      works: !isOver && card.usable,
    };
  });
}

/** The worst of them for the list: one card that doesn't work is what the concierge has to know. */
export function worstCard(states: readonly CardState[]): CardState | null {
  return states.find(({ works }) => !works) ?? states[0] ?? null;
}
