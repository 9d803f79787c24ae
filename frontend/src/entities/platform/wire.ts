/**
 * The fields of single platforms that the specification fixes, and what pages say of one of them only. Only this
 * module and wire-calls.ts, which has the paths, name a platform; other code passes its key.
 */
import type { ReservationBody } from '@/api/reservation-types';
import type { ChosenAccounts } from './accounts';

type AccountFields = Pick<
  ReservationBody,
  'selectedResyAccount' | 'selectedOpenTableAccount' | 'selectedAccounts'
>;

/** The fields of a submission that name its accounts. */
export function accountFields(chosen: ChosenAccounts): AccountFields {
  const { resy, opentable, ...others } = chosen;
  return {
    selectedResyAccount: resy ?? null,
    selectedOpenTableAccount: opentable ?? null,
    ...(Object.keys(others).length === 0 ? {} : { selectedAccounts: others }),
  };
}

/** Whether any refusal ends a sign-in by code and shows as a toast (§2, §8). Elsewhere the user may correct the code. */
export function refusalEndsSignIn(platform: string): boolean {
  return platform === 'opentable';
}

/** Whether the platform at times blocks services like ours, which the page says before a sign-in. */
export function mayBlockUs(platform: string): boolean {
  return platform === 'opentable';
}
