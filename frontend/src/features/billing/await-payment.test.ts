// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { complimentaryPro, newcomer, onPro, subscription } from '@/testing/billing';
import { refusal } from '@/testing/handlers';
import { server } from '@/testing/server';
import type { Subscription } from './queries';
import { isPaid, waitForPlan } from './await-payment';

const DETAILS = '/api/stripe-integration/subscription/subscription-details/';

/** Answers in this order, the last one repeatedly; counts the polls. */
function serve(...answers: (Subscription | 'away')[]) {
  let polls = 0;
  server.use(
    http.get(DETAILS, () => {
      const answer = answers[Math.min(polls, answers.length - 1)];
      polls += 1;
      return answer === 'away' ? refusal(403, 'away', 'Not now.') : HttpResponse.json(answer);
    }),
  );
  return () => polls;
}

describe('waiting for a payment', () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    queryClient.clear();
  });

  async function settled(signal?: AbortSignal) {
    let answer: boolean | undefined;
    void waitForPlan({ queryClient, until: isPaid, ...(signal && { signal }) }).then((paid) => {
      answer = paid;
    });
    for (let round = 0; round < 200 && answer === undefined; round += 1) {
      await vi.advanceTimersByTimeAsync(500);
      // The mocked API answers in real time.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    return answer;
  }

  it('polls until the plan is there, then invalidates everything that depends on it', async () => {
    queryClient.setQueryData(['me'], 'as it was');
    const polls = serve(newcomer, 'away', newcomer, onPro);
    expect(await settled()).toBe(true);
    expect(polls()).toBe(4);
    expect(queryClient.getQueryState(['me'])?.isInvalidated).toBe(true);
  });

  it('gives up after half a minute', async () => {
    const polls = serve(newcomer);
    expect(await settled()).toBe(false);
    expect(polls()).toBe(11);
  });

  it('stops when it is aborted', async () => {
    const polls = serve(newcomer);
    const interest = new AbortController();
    interest.abort();
    expect(await settled(interest.signal)).toBe(false);
    expect(polls()).toBe(0);
  });
});

describe('whether a checkout is paid', () => {
  it.each([
    ['a running plan', onPro, true],
    ['nothing bought', newcomer, false],
    [
      'bought at Stripe, not yet counted here',
      subscription({ subscription_type: 'none' }, { standard: 'current', premium: 'switch' }),
      false,
    ],
    ['a complimentary plan, before the checkout is paid', complimentaryPro, false],
    [
      'still on the trial of the sign-up',
      subscription({ status: 'none' }, { standard: 'subscribe', premium: 'subscribe' }),
      false,
    ],
  ] as const)('%s: %s', (_, details, paid) => {
    expect(isPaid(details)).toBe(paid);
  });
});
