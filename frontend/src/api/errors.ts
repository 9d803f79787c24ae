/** One form for every refused or failed call. */

/** Field name → sentence, with the specification's keys for the request form. */
export type FieldErrors = Record<string, string>;

export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's stable code, or `offline`, `unreadable`. */
  readonly code: string;
  readonly errors: FieldErrors;
  /** Further members of the answer, unchecked. */
  readonly more: Readonly<Record<string, unknown>>;
  /** The id under which the server logged the request. */
  readonly requestId: string | null;

  constructor(
    message: string,
    {
      status,
      code,
      errors = {},
      more = {},
      requestId = null,
    }: {
      status: number;
      code: string;
      errors?: FieldErrors;
      more?: Readonly<Record<string, unknown>>;
      requestId?: string | null;
    },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.more = more;
    this.requestId = requestId;
  }
}

export const NO_ANSWER = "We can't reach Tablehawk. Check your connection and try again.";
export const UNREADABLE_ANSWER = "Tablehawk couldn't answer just now. Try again in a moment.";

/** Read a refusal's body `{message, code, errors?}`; any other body becomes one plain sentence. */
export function toApiError(response: Response, body: unknown): ApiError {
  const requestId = response.headers.get('X-Request-ID');
  if (typeof body === 'object' && body !== null && 'message' in body) {
    const { message, code, errors, ...more } = body as Record<string, unknown>;
    if (typeof message === 'string' && message !== '') {
      return new ApiError(message, {
        status: response.status,
        code: typeof code === 'string' ? code : 'refused',
        errors: isFieldErrors(errors) ? errors : {},
        more,
        requestId,
      });
    }
  }
  return new ApiError(UNREADABLE_ANSWER, {
    status: response.status,
    code: 'unreadable',
    requestId,
  });
}

/** Return the sentence to show for a thrown error; `fallback` if the server gave none. */
export function messageOf(error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? UNREADABLE_ANSWER;
  return error.code === 'unreadable' ? (fallback ?? error.message) : error.message;
}

/** No answer, or a fault of the server: the next attempt may succeed. A refusal would be repeated. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

function isFieldErrors(value: unknown): value is FieldErrors {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((sentence) => typeof sentence === 'string')
  );
}
