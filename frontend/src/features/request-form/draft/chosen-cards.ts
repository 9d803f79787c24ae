/** The cards of a request: the accounts that offer a choice, and the fields of the submission. Pure. */
import type { ReservationBody } from '@/api/reservation-types';
import type { ReservationSource, User } from '@/api/types';
import type { SelectedVenue } from '@/entities/venue/selection';
import type { Draft } from './draft';
import type { Accounts } from '../wizard-schema';

type Card = User['resy_accounts'][number]['cards'][number];
type Cards = Pick<Draft, 'resyCard' | 'openTableCard'>;

/** A platform at which the account has several cards. `chosen` is '' for the default card. */
export type CardChoice = { platform: ReservationSource; cards: readonly Card[]; chosen: string };

/** The choices that the form shows: for the platforms of its restaurants, where an account has several cards. */
export function cardChoices(
  draft: Cards,
  user: Pick<User, 'resy_accounts' | 'ot_accounts'>,
  accounts: Accounts,
  venues: readonly Pick<SelectedVenue, 'reservation_source'>[],
): CardChoice[] {
  const all = [
    { platform: 'resy', cards: cardsOf(user.resy_accounts, accounts.resy), chosen: draft.resyCard },
    {
      platform: 'opentable',
      cards: cardsOf(user.ot_accounts, accounts.openTable),
      chosen: draft.openTableCard,
    },
  ] as const;
  return all
    .filter(({ platform, cards }) => cards.length > 1 && venues.some(isAt(platform)))
    .map(({ platform, cards, chosen }) => ({
      platform,
      cards,
      chosen: cards.some(({ id, is_default }) => id === chosen && !is_default)
        ? (chosen ?? '')
        : '',
    }));
}

const isAt =
  (platform: ReservationSource) =>
  ({ reservation_source }: Pick<SelectedVenue, 'reservation_source'>) =>
    reservation_source === platform;

/** The fields of the submission. A card that was not chosen or that the account does not have is left out. */
export function cardFields(
  draft: Cards,
  user: Pick<User, 'resy_accounts' | 'ot_accounts'>,
  accounts: Accounts,
): Pick<ReservationBody, 'selectedResyCard' | 'selectedOpenTableCard'> {
  const resy = sent(draft.resyCard, cardsOf(user.resy_accounts, accounts.resy));
  const openTable = sent(draft.openTableCard, cardsOf(user.ot_accounts, accounts.openTable));
  return {
    ...(resy === null ? {} : { selectedResyCard: resy }),
    ...(openTable === null ? {} : { selectedOpenTableCard: openTable }),
  };
}

function sent(chosen: string | null, cards: readonly Card[]): string | null {
  return chosen === '' || cards.some(({ id }) => id === chosen) ? chosen : null;
}

function cardsOf(
  list: readonly { id: number; cards: readonly Card[] }[],
  account: number | null,
): readonly Card[] {
  return list.find(({ id }) => id === account)?.cards ?? [];
}
