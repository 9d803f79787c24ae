/** What a refused or failed call is, in the one form every screen handles. */

/** Field name → sentence, with the specification's keys for the request form. */
export type FieldErrors = Record<string, string>;

export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's stable word, or `offline`, `unreadable`. */
  readonly code: string;
  readonly errors: FieldErrors;
  /** Seconds to wait, from a 429's Retry-After. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    {
      status,
      code,
      errors = {},
      retryAfter = null,
    }: { status: number; code: string; errors?: FieldErrors; retryAfter?: number | null },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

export const NO_ANSWER = 'We cannot reach Tablehawk. Check your connection and try again.';
export const NO_SENSE = 'Tablehawk could not answer just now. Try again in a moment.';

/** Reads a refusal's body `{message, code, errors?}`; anything else becomes one plain sentence. */
export function toApiError(response: Response, body: unknown): ApiError {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  if (typeof body === 'object' && body !== null && 'message' in body) {
    const { message, code, errors } = body as Record<string, unknown>;
    if (typeof message === 'string' && message !== '') {
      return new ApiError(message, {
        status: response.status,
        code: typeof code === 'string' ? code : 'refused',
        errors: isFieldErrors(errors) ? errors : {},
        retryAfter,
      });
    }
  }
  return new ApiError(NO_SENSE, { status: response.status, code: 'unreadable', retryAfter });
}

/** The sentence to show for whatever a query or mutation threw. */
export function messageOf(error: unknown, fallback = NO_SENSE): string {
  return error instanceof ApiError ? error.message : fallback;
}

function isFieldErrors(value: unknown): value is FieldErrors {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((sentence) => typeof sentence === 'string')
  );
}
