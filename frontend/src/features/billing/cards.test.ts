import { describe, expect, it } from 'vitest';
import { complimentaryPro, newcomer, onPro, subscription } from '@/testing/billing';
import { planCardsOf, hasLooseManage, switchText } from './cards';
import type { Subscription } from './queries';

const onTrialOfOurs = subscription(
  {
    status: 'none',
    current_period_end: null,
    trial_ends_at: '2026-11-30T17:00:00.000Z',
    can_cancel: false,
    can_manage: false,
  },
  { standard: 'subscribe', premium: 'subscribe' },
);
const canceling = subscription(
  { will_cancel: true, cancels_on: '2026-12-09T17:00:00.000Z', can_cancel: false },
  { standard: 'resubscribe', premium: 'switch' },
);
const over = subscription(
  { subscription_type: 'none', status: 'canceled', current_period_end: null, can_cancel: false },
  { standard: 'resubscribe', premium: 'subscribe' },
);
const owing = subscription({ status: 'past_due' }, { standard: 'manage', premium: 'manage' });
const trialing = subscription({ status: 'trialing' });

function cardTexts(details: Subscription) {
  return planCardsOf(details).map(({ line, note, button, canManage, canCancel }) =>
    [
      line,
      note,
      button === null ? '–' : `${button.isPrimary ? '!' : ''}${button.label}`,
      canManage ? 'Manage' : '',
      canCancel ? 'Cancel' : '',
    ]
      .filter((part) => part !== '')
      .join(' | '),
  );
}

describe('what the plan cards say and offer', () => {
  it.each<[string, Subscription, string, string]>([
    [
      'a newcomer',
      newcomer,
      '10 days free, then $25.00 a month | Start Free Trial',
      '10 days free, then $50.00 a month | !Start Free Trial',
    ],
    [
      'the trial of the sign-up',
      onTrialOfOurs,
      'Free trial until November 30, 2026 | Subscribe',
      'Cancel any time | !Subscribe',
    ],
    [
      'Standard',
      subscription(),
      'Renews on December 9, 2026 | – | Manage | Cancel',
      'Prorated: today you pay only for the days left | !Switch to Pro',
    ],
    [
      'Pro',
      onPro,
      'We credit the unused part of Pro | Switch to Standard',
      'Renews on December 9, 2026 | – | Manage | Cancel',
    ],
    [
      'a trial at Stripe',
      trialing,
      'Renews on December 9, 2026 | Free until then, $25.00 a month after that | – | Manage | Cancel',
      'Nothing to pay until your trial ends | !Switch to Pro',
    ],
    [
      'a plan that is to end',
      canceling,
      'Cancels on December 9, 2026 | !Re-subscribe | Manage',
      'Prorated: today you pay only for the days left | Switch to Pro',
    ],
    [
      'a complimentary plan',
      complimentaryPro,
      'Included in your Pro plan | –',
      'Given by Tablehawk, no payment | –',
    ],
    [
      'a complimentary plan above a paid one',
      subscription(
        { subscription_type: 'premium', complimentary: true },
        { standard: 'current', premium: 'current' },
      ),
      'Renews on December 9, 2026 | – | Manage | Cancel',
      'Given by Tablehawk, no payment | –',
    ],
    ['a plan that is over', over, 'Your last plan | !Re-subscribe', 'Cancel any time | Subscribe'],
    [
      'a payment that failed',
      owing,
      'Your last payment failed. Update your card under Manage. | Manage | Cancel',
      'Update your card under Manage first. | Manage',
    ],
  ])('%s', (_, details, standard, pro) => {
    expect(cardTexts(details)).toEqual([standard, pro]);
  });

  it('marks the current plan', () => {
    expect(planCardsOf(onPro).map(({ isCurrent, lead }) => [isCurrent, lead])).toEqual([
      [false, 'To get started'],
      [true, 'Your plan'],
    ]);
  });

  it.each([
    ['over', over, true],
    ['running', onPro, false],
    ['owing', owing, false],
    ['never bought', newcomer, false],
  ] as const)(
    'leads to the invoices below the cards when the plan is %s: %s',
    (_, details, loose) => {
      expect(hasLooseManage(details)).toBe(loose);
    },
  );
});

describe('the text before a switch', () => {
  it.each([
    [
      'an upgrade',
      subscription(),
      1,
      /^It starts now\. Today we charge your card .*\$50\.00 a month\.$/,
    ],
    [
      'a downgrade',
      onPro,
      0,
      /^It starts now\. We credit the unused part of Pro to your next invoices\. After that it's \$25\.00 a month\./,
    ],
    ['a trial', trialing, 1, /^Your free trial continues, and we charge nothing today\./],
    ['a plan that is to end', canceling, 1, /This also undoes your cancellation\.$/],
  ] as const)('%s', (_, details, index, text) => {
    const offer = details.plans[index];
    if (offer === undefined) throw new Error('no such plan');
    expect(switchText(offer, details)).toMatch(text);
  });
});
