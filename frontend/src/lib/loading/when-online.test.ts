// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { whenOnline } from './when-online';

afterEach(() => {
  vi.restoreAllMocks();
});

test('retries when the network is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline'));
  load.mockResolvedValue('code');
  const loading = whenOnline(load);
  await waitFor(() => {
    expect(load).toHaveBeenCalledOnce();
  });
  await Promise.resolve();
  expect(load).toHaveBeenCalledOnce();
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect(loading).resolves.toBe('code');
  expect(load).toHaveBeenCalledTimes(2);
});

test('throws a failure with a network', async () => {
  await expect(whenOnline(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
