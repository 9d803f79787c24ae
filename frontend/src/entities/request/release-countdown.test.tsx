import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Group } from '@/api/reservation-types';
import { renderPart } from '@/testing/render';
import type { TicketState } from './group-state';
import { ReleaseCountdown } from './release-countdown';

const OPENS = Date.parse('2026-11-21T15:00:00Z');
const MINUTE = 60_000;

function show(
  before: number,
  { status = 'active', state = 'armed' }: { status?: Group['status']; state?: TicketState } = {},
) {
  vi.setSystemTime(OPENS - before);
  const group = { release_at: new Date(OPENS).toISOString(), status };
  return renderPart(<ReleaseCountdown group={group} state={state} />);
}

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('when the book opens', () => {
  test('shows date and time, also on the user’s clock, before the last hour', () => {
    const { container } = show(3 * 60 * MINUTE);
    expect(screen.getByText('Sat, Nov 21, 10:00 AM (EST)')).toBeInTheDocument();
    expect(screen.getByText('7:00 AM your time')).toBeInTheDocument();
    expect(container.querySelector('strong')).toBeNull();
    // One timer until the last hour, and no ticking.
    expect(vi.getTimerCount()).toBe(1);
  });

  test('counts down each second in the last hour and disappears when the book opens', () => {
    const { container } = show(61 * MINUTE);
    pass(MINUTE + 1000);
    expect(screen.getByText('59:59')).toBeInTheDocument();
    pass(1000);
    expect(screen.getByText('59:58')).toBeInTheDocument();
    pass(60 * MINUTE);
    expect(container).toBeEmptyDOMElement();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['switched_off', 'active'],
    ['paused', 'paused'],
  ] as const)('does not count down while %s', (state, status) => {
    const { container } = show(10 * MINUTE, { state, status });
    expect(screen.getByText('Sat, Nov 21, 10:00 AM (EST)')).toBeInTheDocument();
    expect(container.querySelector('strong')).toBeNull();
  });

  test('does not show for an ended request', () => {
    expect(
      show(10 * MINUTE, { state: 'canceled', status: 'canceled' }).container,
    ).toBeEmptyDOMElement();
  });
});
