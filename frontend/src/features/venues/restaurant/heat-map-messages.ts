/** The sentences of the heat map. */
export const HEAT_MAP = {
  title: 'When tables open',
  hint: 'Tables that open in 24 hours, for one date and party size, by the weekday and hour of the table.',
  weekday: 'Weekday',
  unknown: 'not watched long enough',
  basis: (sightings: string, hours: string) =>
    `From ${sightings} tables seen opening in ${hours} hours of watching. Recent ones count more.`,
} as const;
