import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { lazyPanel } from './overlays/lazy-panel';
import { lazyComponent } from './lazy-component';
import { ToastHost } from './toast/toast-host';

afterEach(() => {
  vi.useRealTimers();
});

type Box = (props: { open?: boolean; onClose: () => void }) => React.ReactNode;
const Opened: Box = ({ onClose }) => <button onClick={onClose}>Close</button>;

const OFFLINE = "You're offline. Press again when you're back online.";
const FAILED = "This didn't load. Press again to retry.";
const missing = new TypeError('Failed to fetch dynamically imported module');

function network() {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get');
  return (online: boolean) => {
    isOnline.mockReturnValue(online);
    act(() => {
      window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    });
  };
}

/** A page with a button for each way of opening a component: mounted by the click, or mounted before it. */
function page(load: () => Promise<Box>) {
  const Part = lazyComponent(load);
  function Page() {
    const [mounted, setMounted] = useState(false);
    const [open, setOpen] = useState(false);
    return (
      <>
        <button
          onClick={() => {
            setMounted(true);
          }}
        >
          Mount
        </button>
        {mounted && (
          <Part
            onClose={() => {
              setMounted(false);
            }}
          />
        )}
        <Part
          open={open}
          onClose={() => {
            setOpen(false);
          }}
          waiting={
            <button
              {...Part.preloadProps}
              onClick={() => {
                setOpen(true);
              }}
            >
              Open
            </button>
          }
        />
        <ToastHost />
      </>
    );
  }
  render(<Page />);
  return userEvent.setup({ delay: null });
}

test.each(['Mount', 'Open'])(
  '%s without a network shows a toast, and a later click opens it',
  async (name) => {
    const go = network();
    const load = vi.fn<() => Promise<Box>>().mockRejectedValue(missing);
    const user = page(load);
    go(false);
    const button = screen.getByRole('button', { name });
    await user.click(button);
    expect(await screen.findByText(OFFLINE)).toBeInTheDocument();
    await expectFocus(button);
    // A second click repeats the toast and adds none.
    const calls = load.mock.calls.length;
    await user.click(button);
    await waitFor(() => {
      expect(load.mock.calls.length).toBeGreaterThan(calls);
    });
    expect(await screen.findAllByText(OFFLINE)).toHaveLength(1);

    load.mockResolvedValue(Opened);
    go(true);
    // It does not open by itself.
    await Promise.resolve();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Close' })).toBeInTheDocument();
  },
);

test('a failing server has its own toast, and the next click loads again', async () => {
  network()(true);
  const load = vi.fn<() => Promise<Box>>().mockRejectedValueOnce(missing).mockResolvedValue(Opened);
  const user = page(load);
  await user.click(screen.getByRole('button', { name: 'Mount' }));
  expect(await screen.findByText(FAILED)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mount' }));
  expect(await screen.findByRole('button', { name: 'Close' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test('an unmounted component shows no toast', async () => {
  network()(true);
  let fail: (error: Error) => void = () => undefined;
  const onClose = vi.fn();
  const Part = lazyComponent<{ onClose: () => void }>(
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  const { rerender } = render(
    <>
      <Part onClose={onClose} />
      <ToastHost />
    </>,
  );
  await act(() => Promise.resolve());
  rerender(<ToastHost />);
  await act(async () => {
    fail(missing);
    await Promise.resolve();
  });
  expect(screen.queryByText(FAILED)).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test('code that hangs times out with a toast, and is used if it arrives later', async () => {
  network()(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let come: (part: Box) => void = () => undefined;
  const hanging = new Promise<Box>((resolve) => {
    come = resolve;
  });
  const user = page(() => hanging);
  await user.click(screen.getByRole('button', { name: 'Mount' }));
  act(() => {
    vi.advanceTimersByTime(14_000);
  });
  expect(screen.queryByText(FAILED)).toBeNull();
  act(() => {
    vi.advanceTimersByTime(2_000);
  });
  expect(await screen.findByText(FAILED)).toBeInTheDocument();
  come(Opened);
  await user.click(screen.getByRole('button', { name: 'Mount' }));
  expect(await screen.findByRole('button', { name: 'Close' })).toBeInTheDocument();
});

test('a panel says in its place that it is offline, and loads when the network is back', async () => {
  const go = network();
  go(false);
  const load = vi.fn<() => Promise<Box>>().mockRejectedValueOnce(missing).mockResolvedValue(Opened);
  const Panel = lazyPanel(load, <p>Loading</p>);
  render(<Panel onClose={() => undefined} />);
  expect(screen.getByText('Loading')).toBeInTheDocument();
  expect(await screen.findByRole('status')).toHaveTextContent(
    "You're offline. This part will load when you're back online.",
  );
  expect(load).toHaveBeenCalledOnce();
  go(true);
  expect(await screen.findByRole('button', { name: 'Close' })).toBeInTheDocument();
});

test('a panel of a failing server can be tried again, more than once', async () => {
  network()(true);
  const load = vi
    .fn<() => Promise<Box>>()
    .mockRejectedValueOnce(missing)
    .mockRejectedValueOnce(missing);
  load.mockResolvedValue(Opened);
  const Panel = lazyPanel(load);
  render(<Panel onClose={() => undefined} />);
  const user = userEvent.setup({ delay: null });
  for (const attempt of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => {
      expect(load).toHaveBeenCalledTimes(attempt + 1);
    });
  }
  expect(await screen.findByRole('button', { name: 'Close' })).toBeInTheDocument();
});

test('a failed style sheet is loaded again before its component', async () => {
  network()(true);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.dataset.of = 'part';
  const load = vi.fn<() => Promise<Box>>().mockImplementationOnce(() => {
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    return Promise.reject(missing);
  });
  load.mockResolvedValue(Opened);
  const user = page(load);
  await user.click(screen.getByRole('button', { name: 'Mount' }));
  await screen.findByText(FAILED);
  await user.click(screen.getByRole('button', { name: 'Mount' }));
  const again = document.querySelector('[data-of=part]');
  expect(again).not.toBe(link);
  expect(load).toHaveBeenCalledOnce();
  again?.dispatchEvent(new Event('load'));
  expect(await screen.findByRole('button', { name: 'Close' })).toBeInTheDocument();
});
