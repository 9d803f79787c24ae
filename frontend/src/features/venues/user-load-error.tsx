import type { UseQueryResult } from '@tanstack/react-query';
import type { User } from '@/api/types';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { ACTIONS } from './messages';

/** Restaurants are shown without the user. The parts that need the tier report the failure and offer to retry. */
export function UserLoadError({ query }: { query: UseQueryResult<User> }) {
  if (query.data !== undefined || !query.isError) return null;
  return (
    <Banner
      action={
        <Button
          size="sm"
          pending={query.isFetching}
          pendingLabel={ACTIONS.trying}
          onClick={() => void query.refetch()}
        >
          {ACTIONS.tryAgain}
        </Button>
      }
    >
      {ACTIONS.unknownUser}
    </Banner>
  );
}
