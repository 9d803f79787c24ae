/**
 * React's development build records a stack trace for each element that it creates, for its warnings, up to a number
 * for each second. Nobody reads them in tests, and they take a tenth of the time.
 */
import React from 'react';

const LIMIT = 10_000;
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/** Make React believe that it has recorded as many as it records in a second. */
export function omitOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS];
  if (internals === undefined || !('recentlyCreatedOwnerStacks' in internals)) {
    throw new Error('This version of React counts its stack traces elsewhere.');
  }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => LIMIT,
    set: () => undefined,
  });
}
