/**
 * The plain fields of a request: what the user chooses is sent and stored as it is. One row for each: its name in the
 * API, its value in an empty form, and the values that a saved draft may have. The draft, the body of a request and the
 * form that edits one follow the rows.
 */
import * as v from 'valibot';
import type { Group, RequestFields } from '@/api/reservation-types';

/** The server's maximum. */
export const MAX_FEE_CENTS = 100_000;
export const MAX_NOTE = 140;

const FIELDS = {
  partySize: {
    name: 'party_size',
    empty: null,
    saved: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  },
  override: { name: 'override_reservations', empty: false, saved: v.boolean() },
  /** The most that the party pays now: whole dollars, in cents. */
  feeCeilingCents: {
    name: 'fee_ceiling_cents',
    empty: 0,
    saved: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_FEE_CENTS)),
  },
  /** The most that it pays if nobody comes; null for the preset of the profile (`limits.ts`). */
  cancelFeeCeilingCents: {
    name: 'cancel_fee_ceiling_cents',
    empty: null,
    // A draft of before has none.
    saved: v.optional(
      v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_FEE_CENTS))),
      null,
    ),
  },
  note: {
    name: 'note_to_restaurant',
    empty: '',
    saved: v.pipe(v.string(), v.maxLength(MAX_NOTE)),
  },
} as const satisfies Record<
  string,
  { name: keyof RequestFields & keyof Group; empty: unknown; saved: v.GenericSchema }
>;

type Fields = typeof FIELDS;
export type PlainFields = { [Key in keyof Fields]: v.InferOutput<Fields[Key]['saved']> };
type PlainBody = { [Key in keyof Fields as Fields[Key]['name']]: PlainFields[Key] };

const keys = Object.keys(FIELDS) as (keyof Fields)[];

export const EMPTY_FIELDS = each((key) => FIELDS[key].empty) as PlainFields;

export const savedFields = each((key) => FIELDS[key].saved) as {
  [Key in keyof Fields]: Fields[Key]['saved'];
};

/** The fields as a body has them. */
export function plainBody(draft: PlainFields): PlainBody {
  return Object.fromEntries(keys.map((key) => [FIELDS[key].name, draft[key]])) as PlainBody;
}

/** The fields of a group that is edited. */
export function plainFields(group: PlainBody): PlainFields {
  return each((key) => group[FIELDS[key].name]) as PlainFields;
}

function each(value: (key: keyof Fields) => unknown): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, value(key)]));
}
