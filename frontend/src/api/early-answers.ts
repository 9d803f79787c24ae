/**
 * The answers to what `public/assets/first-paint.js` asked while this code was still on its way. Each is given once, to
 * the same question under the same token, and none after the first page.
 */
type EarlyAnswers = {
  /** The user who asked: a user who signed in since does not get this answer. */
  token: string;
  /** By path and query; undefined when the network gave no answer. */
  answers: Map<string, Promise<Response | undefined>>;
};

declare global {
  // Declaration merging is how a global is told, and only an interface merges.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    earlyAnswers?: EarlyAnswers | undefined;
  }
}

let early: EarlyAnswers | undefined;
takeOver();

/** Takes the answers, token and all, out of the window: from here on only this module has them. */
export function takeOver(): void {
  early = window.earlyAnswers;
  delete window.earlyAnswers;
}

/** The answer that is there or on its way, whatever it says; undefined when the request is to be sent. */
export async function earlyAnswer(request: Request, token: string): Promise<Response | undefined> {
  if (request.method !== 'GET' || early?.token !== token) return undefined;
  const { pathname, search } = new URL(request.url);
  const answer = early.answers.get(pathname + search);
  early.answers.delete(pathname + search);
  return answer;
}

/** What nobody has asked for by now is old when somebody does. */
export function forgetEarlyAnswers(): void {
  early = undefined;
}
