/** The sentences about the odds of a request: in the form, and in its timeline. */
export const ODDS = {
  title: 'Chance of a table',
  byDay: (day: string) => `by ${day}`,
  inHundred: (count: number) => `${count} in 100`,
  underOne: 'under 1 in 100',
  overMost: 'over 99 in 100',
  by: (chance: string, day: string) => `${chance} by ${day}`,
  from: (count: number, text: string) =>
    count === 1 ? 'from 1 table seen opening' : `from ${text} tables seen opening`,
  under: 'under 1%',
  over: 'over 99%',
  between: (low: number, high: number) => `${low} to ${high} in 100`,
  // Where the restaurants of the request were not watched for long enough.
  fromOthers: 'a first estimate, mostly from other restaurants',
  raise: 'What would raise it',
  times: (range: string) => `from ${range}`,
  day: (day: string) => `with ${day} as well`,
  party: (size: number) => `for a party of ${size}`,
} as const;
