/**
 * The only caller of the HTTP API. Adds the bearer token, renews it once after a 401 and turns each refusal into an
 * ApiError. TanStack Query owns the cache.
 */
import createClient from 'openapi-fetch';
import { earlyAnswer } from './early-answers';
import { ApiError, NO_ANSWER, toApiError } from './errors';
import { renewAccessToken } from './refresh';
import { readTokens } from './session';
import type { paths } from './schema.gen';

/** Calls without a session: a 401 to one of them is a refusal, not an expired token. */
const PUBLIC_PATHS = [
  '/api/users/login/',
  '/api/users/register/',
  '/api/users/request_password_reset/',
  '/api/users/verify_reset_password/',
];

export const api = createClient<paths>({ fetch: authorizedFetch, baseUrl: window.location.origin });

/** Return the body of a successful call; throw ApiError for all others. */
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

  // A body can be read once, so the copy for the second attempt is made before the first.
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
