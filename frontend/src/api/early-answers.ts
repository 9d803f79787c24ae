/**
 * Answers to the calls that `public/assets/first-paint.js` sends while the application's code loads. Each answer is
 * given once, to the same call with the same token, and none after the first page.
 */
type EarlyAnswers = {
  /** The token of the calls: a user who signed in since must not get these answers. */
  token: string;
  /** By path and query; undefined if the network gave no answer. */
  answers: Map<string, Promise<Response | undefined>>;
};

declare global {
  // A global gets its type by declaration merging, which only interfaces support.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    earlyAnswers?: EarlyAnswers | undefined;
  }
}

let early: EarlyAnswers | undefined;
takeEarlyAnswers();

/** Move the answers, with the token in them, from the window into this module. */
export function takeEarlyAnswers(): void {
  early = window.earlyAnswers;
  delete window.earlyAnswers;
}

/** Return the answer or the promise of it; undefined if the request must be sent. */
export async function earlyAnswer(request: Request, token: string): Promise<Response | undefined> {
  if (request.method !== 'GET' || early?.token !== token) return undefined;
  const { pathname, search } = new URL(request.url);
  const answer = early.answers.get(pathname + search);
  early.answers.delete(pathname + search);
  return answer;
}

/** Drop the remaining answers: they would be stale for a later call. */
export function dropEarlyAnswers(): void {
  early = undefined;
}
