import type { UseQueryResult } from '@tanstack/react-query';
import type { User } from '@/api/types';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { VENUES } from '@/entities/venue/messages';

/** Restaurants can be looked at without knowing who looks; what needs the tier says so and offers to try again. */
export function UnknownUser({ query }: { query: UseQueryResult<User> }) {
  if (query.data !== undefined || !query.isError) return null;
  return (
    <Banner
      action={
        <Button
          size="sm"
          pending={query.isFetching}
          pendingLabel="Trying…"
          onClick={() => void query.refetch()}
        >
          Try Again
        </Button>
      }
    >
      {VENUES.unknownUser}
    </Banner>
  );
}
