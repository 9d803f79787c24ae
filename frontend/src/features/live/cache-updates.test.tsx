import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DurableEvent } from '@/api/reservation-types';
import { groupListQuery, reservationKeys } from '@/entities/request/cache/queries';
import { aPage } from '@/testing/reservation-fixtures';
import { refetchChanged } from './cache-updates';

const ended: DurableEvent = {
  seq: 6,
  type: 'reservation.changed',
  at: '2026-11-20T19:04:13.000Z',
  group_id: 4127,
  group_status: 'unsuccessful',
  what: 'ended',
  reason: 'window_over',
  reason_text: 'No table opened in time.',
};

test('a request that ends while an action runs is loaded after the action', async () => {
  const queryClient = new QueryClient();
  const { queryKey } = groupListQuery({ status: 'active' });
  queryClient.setQueryData(queryKey, aPage([]));
  const isOutdated = () => queryClient.getQueryState(queryKey)?.isInvalidated;
  let end!: () => void;
  const action = new Promise<void>((resolve) => {
    end = resolve;
  });
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: reservationKeys.actions, mutationFn: () => action });
  const running = mutation.execute(undefined);
  await waitFor(() => {
    expect(queryClient.isMutating()).toBe(1);
  });
  refetchChanged(queryClient, [ended]);
  expect(isOutdated()).toBe(false);
  end();
  await running;
  expect(isOutdated()).toBe(true);
});
