import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type NotificationSettings = components['schemas']['NotificationSettingsOut'];
export type Choice = components['schemas']['Choice'];
export type Address = components['schemas']['AddressOut'];
export type QuietHours = components['schemas']['QuietHoursOut'];
export type TestResult = components['schemas']['TestResultOut'];
export type ChatForm = components['schemas']['ChatIn'];
export type Topic = Choice['topic'];
export type Channel = Choice['channel'];
export type ChatApp = ChatForm['app'];

const POLL_MS = 1000;

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/notification-settings/', { signal })),
  // Read again until the server of each new device or app was looked up.
  refetchInterval: ({ state }) =>
    state.data?.addresses.some((address) => address.state === 'checking') ? POLL_MS : false,
});

/** The results of a test, read every second until no channel waits. */
export const testQuery = (test: number) =>
  queryOptions({
    queryKey: ['notification-test', test],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/notification-settings/tests/{test}/', {
          params: { path: { test } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.every((result) => result.state !== 'waiting') ? false : POLL_MS,
  });
