/** The cards of a request: the accounts that offer a choice, and the cards to submit. Pure. */
import {
  accountsAt,
  type ChosenAccounts,
  type ChosenCards,
  type PlatformAccount,
  type UserAccounts,
} from '@/entities/platform/accounts';
import type { SelectedVenue } from '@/entities/venue/selection';

type Card = PlatformAccount['cards'][number];
type Chosen = { cards: ChosenCards; accounts: ChosenAccounts; user: UserAccounts };

/** A platform at which the account has several cards. `chosen` is '' for the default card. */
export type CardChoice = { platform: string; cards: readonly Card[]; chosen: string };

/** The choices that the form shows: for the platforms of its restaurants, where an account has several cards. */
export function cardChoices(
  { cards, accounts, user }: Chosen,
  venues: readonly Pick<SelectedVenue, 'reservation_source'>[],
): CardChoice[] {
  return Object.keys(accounts)
    .filter((platform) => venues.some((venue) => venue.reservation_source === platform))
    .map((platform) => ({ platform, cards: cardsAt(platform, accounts, user) }))
    .filter((choice) => choice.cards.length > 1)
    .map((choice) => {
      const found = choice.cards.find(({ id }) => id === cards[choice.platform]);
      return { ...choice, chosen: found === undefined || found.is_default ? '' : found.id };
    });
}

/** The chosen cards without those that their account does not have. */
export function cardsToSend({ cards, accounts, user }: Chosen): ChosenCards {
  return Object.fromEntries(
    Object.entries(cards).filter(
      ([platform, chosen]) =>
        chosen === '' || cardsAt(platform, accounts, user).some(({ id }) => id === chosen),
    ),
  );
}

function cardsAt(platform: string, accounts: ChosenAccounts, user: UserAccounts): readonly Card[] {
  return accountsAt(user, platform).find(({ id }) => id === accounts[platform])?.cards ?? [];
}
