/** The texts about cards, and about the terms that were seen at a restaurant. */
import type { VenueFee } from '@/api/reservation-types';

export const TERMS = {
  title: 'Terms seen before',
  unknown: "We couldn't read what a table here may cost.",
  forParty: (total: string, guests: number) =>
    guests === 1 ? `${total} for 1 guest` : `${total} for ${guests} guests`,
  tax: 'Tax may come on top.',
  kind: {
    deposit: 'is charged at booking.',
    late_cancellation: 'is charged for a late cancellation or a no-show.',
    fee_or_deposit: 'is asked as a fee or deposit.',
  } satisfies Partial<Record<VenueFee['kind'], string>>,
  freeHours: (hours: number) =>
    hours % 24 === 0 && hours > 0
      ? `Free to cancel until ${hours / 24 === 1 ? 'a day' : `${hours / 24} days`} before.`
      : `Free to cancel until ${hours === 1 ? 'an hour' : `${hours} hours`} before.`,
  currency: (code: string) => `In ${code}.`,
  seen: (day: string) => `Seen ${day}.`,
  excluded: (limits: string) =>
    `Your request accepts ${limits}, so it skips tables that ask for more.`,
  accept: (amounts: string) => `Accept up to ${amounts}`,
  always: (money: string) => `Always accept ${money} a guest if you don't come`,
  saving: 'Saving…',
} as const;

export const NOTE = {
  label: 'Note to the restaurant',
  help: (left: number) =>
    `We send it with the booking if the platform takes it. ${left === 1 ? '1 character' : `${left} characters`} left.`,
  notEverywhere: (platforms: string) => `${platforms} doesn't take notes from us.`,
} as const;

export const CARD = {
  label: (platform: string) => `Card at ${platform}`,
  standard: (label: string) => `${label} (default)`,
} as const;
