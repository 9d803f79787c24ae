/** The sentences of the public page about our odds. */
export const ODDS_PAGE = {
  title: 'How good our odds were',
  lead: 'When you file a request for a canceled table, we state the chance that one opens in time and you get it. Here is how often we were right.',
  back: 'Back to Tablehawk',
  logIn: 'Log in',
  notYet: 'Not enough yet',
  notYetText: (scored: string, least: string) =>
    `We show a score from ${least} finished requests on. So far ${scored} have finished.`,
  score: 'Our score',
  brier: 'Brier score of our odds',
  baseBrier: 'Brier score of the base rate',
  difference: 'Better than the base rate by',
  scored: 'Finished requests',
  baseRate: 'Of them got a table',
  open: 'Still running',
  void: 'Not counted',
  brierText:
    'The Brier score is the mean of the squared error: 0 is perfect, and lower is better. The base rate states the same chance for every request, the share that got a table.',
  calibration: 'Stated and happened',
  calibrationText:
    'If we say 30%, about 30 of 100 such requests should get a table. Each row is a range of stated chances.',
  range: 'Stated chance',
  count: 'Requests',
  predicted: 'Stated, mean',
  happened: 'Got a table',
  few: 'few',
  fewText: 'Rows marked few have under 50 requests, so chance alone can move them far.',
  how: 'How we count',
  howText: [
    "A chance comes from the tables that we saw opening at the restaurant while we watched it, by weekday, time, party size and how far ahead. Time in which nobody watched doesn't count. Where we know too little, we state nothing.",
    'The chance is recorded when the request is filed, and never changed. A request counts as right if it got a table before its end. A request that only notifies counts if a table opened.',
    'Not counted are requests that were edited, paused or deleted, and those for which a table was open when they were filed.',
  ],
  since: (day: string) => `Requests filed since ${day}.`,
  loadFailed: "Our scores didn't load",
} as const;
