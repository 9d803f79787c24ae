/**
 * The one door to the HTTP API: adds the bearer token, renews it once on a 401, and turns every refusal
 * into an ApiError. It owns no cache (TanStack Query does) and knows no screen.
 */
import createClient from 'openapi-fetch';
import { earlyAnswer } from './early-answers';
import { ApiError, NO_ANSWER, toApiError } from './errors';
import { renewAccessToken } from './refresh';
import { readTokens } from './session';
import type { paths } from './schema.gen';

/** Calls made before there is a session: a 401 there is an answer, not an expired token. */
const PUBLIC_PATHS = [
  '/api/users/login/',
  '/api/users/register/',
  '/api/users/request_password_reset/',
  '/api/users/verify_reset_password/',
];

export const api = createClient<paths>({ fetch: authorizedFetch, baseUrl: window.location.origin });

/** The body of a successful call; throws ApiError for everything else. */
export async function unwrap<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw toApiError(response, error);
  return data as T;
}

async function authorizedFetch(request: Request): Promise<Response> {
  const isPublic = PUBLIC_PATHS.includes(new URL(request.url).pathname);
  const token = isPublic ? undefined : readTokens()?.access_token;
  if (token === undefined) return send(request);

  // A body can be read once, so the copy for the second try is taken before the first.
  const spare = request.clone();
  const response = (await earlyAnswer(request, token)) ?? (await send(withBearer(request, token)));
  if (response.status !== 401) return response;
  const renewed = await renewAccessToken(token);
  return renewed === null ? response : send(withBearer(spare, renewed));
}

function withBearer(request: Request, token: string): Request {
  request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(NO_ANSWER, { status: 0, code: 'offline' });
  }
}
