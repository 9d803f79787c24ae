import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mediaMatches } from '@/testing/media';
import { renderPart } from '@/testing/render';
import { anEntry } from '@/testing/reservation-fixtures';
import { releaseFacts } from './release-facts';
import { ReleaseReplay } from './release-replay';

const OPENS = Date.parse('2026-11-21T15:00:00.000Z');
const after = (ms: number, fields: Parameters<typeof anEntry>[0]) =>
  anEntry({ at: new Date(OPENS + ms).toISOString(), ...fields });
const BOOKED = after(1124, { kind: 'booked', time: '19:00', party_size: 2 });
const ENTRIES = [
  BOOKED,
  after(447, { kind: 'booking' }),
  after(431, { kind: 'seen', time: '19:00', party_size: 2 }),
  after(-4, { kind: 'fired' }),
];

const show = (entries = ENTRIES) =>
  renderPart(
    <ReleaseReplay facts={releaseFacts(entries, OPENS)} opensAt={OPENS} platform="Resy" />,
  );
const rows = () => within(screen.getByRole('list')).getAllByRole('listitem');
const ahead = () => rows().filter((row) => row.hasAttribute('data-ahead')).length;

describe('what happened at a release', () => {
  test('is listed to the hundredth of a second', () => {
    show();
    expect(screen.getByRole('heading')).toHaveTextContent('Booked 1.12 s after the release');
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringContaining('+0.00 sthe book opens'),
      expect.stringContaining('+0.43 s'),
      '+0.45 sbooking',
      expect.stringContaining('+1.12 sbooked'),
    ]);
    expect(
      screen.getByText(/^Seconds since 7:00:00 AM.* The replay is slower/),
    ).toBeInTheDocument();
  });

  test('names no booking that is not known', () => {
    show(ENTRIES.slice(1));
    expect(screen.getByRole('heading')).toHaveTextContent('The release');
    expect(screen.queryByText(/Booked/)).not.toBeInTheDocument();
  });

  test('is a list without a replay where motion is reduced', () => {
    mediaMatches((query) => query.includes('reduced-motion'));
    show();
    expect(rows()).toHaveLength(4);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the replay', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };

  test('shows each fact when it happened, and ends by itself', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: /^Replay/ }));
    expect(ahead()).toBe(4);
    pass(600);
    expect(ahead()).toBe(3);
    // It took 1.13 s and is shown in 3 s.
    pass(1400);
    expect(ahead()).toBe(1);
    pass(2500);
    expect(ahead()).toBe(0);
    expect(screen.getByRole('button', { name: /^Replay/ })).toBeInTheDocument();
  });

  test('can be stopped', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: /^Replay/ }));
    await user.click(screen.getByRole('button', { name: /^Stop/ }));
    expect(ahead()).toBe(0);
  });
});
