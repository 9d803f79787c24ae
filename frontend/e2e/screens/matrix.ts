/**
 * The list of all screens and their states. Its type requires every route, and for each of the four kinds a state or
 * the reason why there is none.
 */
import type { FileRouteTypes } from '../../src/routeTree.gen';
import { KINDS, type Kind, type Screen, type State, statesOf } from './kinds';
import { CONNECT } from './states/accounts';
import { CONFIRM_EMAIL, LOGIN, RESET_PASSWORD, REVERT_EMAIL, SIGN_UP } from './states/auth';
import { CANCEL_TABLE } from './states/cancel-table';
import { CLIENTS } from './states/clients';
import { BLOG, GALLERY, NOT_FOUND, PRIVACY, TERMS } from './states/content';
import { MANDATE } from './states/mandate';
import { AUTHORIZE } from './states/oauth';
import { CHOOSE_PLAN, PROFILE } from './states/profile';
import { ADD_RESERVATION, EDIT_RESERVATION } from './states/request-form';
import { RESERVATIONS } from './states/requests';
import { SHARED_TABLE } from './states/shared-table';
import { SWAP } from './states/swap';
import { LISTING, RESTAURANT, TOP_PICKS, VISITOR_LISTING } from './states/venues';

/** A page that only leads to the listing. */
type Redirect = '/add-restaurant';

const SCREENS: Record<Exclude<FileRouteTypes['to'], Redirect> | 'anything else', Screen> = {
  '/login': LOGIN,
  '/signup': SIGN_UP,
  '/reset-password': RESET_PASSWORD,
  '/confirm-email': CONFIRM_EMAIL,
  '/revert-email': REVERT_EMAIL,
  '/cancel-table': CANCEL_TABLE,
  '/shared-table': SHARED_TABLE,
  '/oauth/authorize': AUTHORIZE,
  '/connect-accounts': CONNECT,
  '/clients': CLIENTS,
  '/choose-plan': CHOOSE_PLAN,
  '/': LISTING,
  '/restaurants': VISITOR_LISTING,
  '/venues/top-picks': TOP_PICKS,
  '/restaurant/$venueId': RESTAURANT,
  '/reservations': RESERVATIONS,
  '/reservations/add-reservation': ADD_RESERVATION,
  '/reservations/edit-reservation/$id': EDIT_RESERVATION,
  '/profile': PROFILE,
  '/swap/$offerId': SWAP,
  '/mandates/$mandateId': MANDATE,
  '/blogs/$slug': BLOG,
  '/terms': TERMS,
  '/privacy': PRIVACY,
  '/dev/gallery': GALLERY,
  'anything else': NOT_FOUND,
};

export type Cell = { route: string; kind: Kind; state: State; isFirst: boolean };

export const CELLS: readonly Cell[] = Object.entries(SCREENS).flatMap(([route, screen]) =>
  KINDS.flatMap((kind) =>
    statesOf(screen, kind).map((state, index) => ({ route, kind, state, isFirst: index === 0 })),
  ),
);

export function stateNamed(name: string): State {
  const cell = CELLS.find(({ state }) => state.name === name);
  if (cell === undefined) throw new RangeError(`There is no state ${name}`);
  return cell.state;
}
