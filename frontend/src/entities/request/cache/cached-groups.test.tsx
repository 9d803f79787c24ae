import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { GroupPage } from '@/api/reservation-types';
import { aGroup, aPage } from '@/testing/reservation-fixtures';
import { cacheGroup } from './cached-groups';
import { groupListQuery } from './queries';

const MINUTE_AGO = Date.now() - 60_000;
const ALL = groupListQuery({}).queryKey;
const CONFIRMED = groupListQuery({ status: 'confirmed' }).queryKey;
const changed = aGroup({ party_size: 9 });

/** Two lists: one with the group that changes, and one without. */
function cached() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(ALL, aPage([aGroup()]), { updatedAt: MINUTE_AGO });
  queryClient.setQueryData(CONFIRMED, aPage([]), { updatedAt: MINUTE_AGO });
  return queryClient;
}

test('a change keeps the age of a list, and that it must be loaded again', async () => {
  const queryClient = cached();
  await queryClient.invalidateQueries({ refetchType: 'none' });
  cacheGroup(queryClient, changed);
  expect(queryClient.getQueryData<GroupPage>(ALL)?.groups).toEqual([changed]);
  for (const key of [ALL, CONFIRMED]) {
    const state = queryClient.getQueryState(key);
    expect(state?.isInvalidated).toBe(true);
    expect(state?.dataUpdatedAt).toBe(MINUTE_AGO);
  }
});

test('a change keeps the error of a list that could not be loaded completely', () => {
  const queryClient = cached();
  const error = new Error('no answer');
  queryClient.getQueryCache().find({ queryKey: ALL })?.setState({ status: 'error', error });
  cacheGroup(queryClient, changed);
  expect(queryClient.getQueryState(ALL)).toMatchObject({ status: 'error', error });
  expect(queryClient.getQueryData<GroupPage>(ALL)?.groups).toEqual([changed]);
});
