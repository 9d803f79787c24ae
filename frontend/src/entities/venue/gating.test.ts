import { describe, expect, it } from 'vitest';
import type { SubscriptionType } from '@/api/types';
import { entitlements, openTableAccount, user } from '@/testing/fixtures';
import { type Gate, gatesFor, requiresPro } from './gating';

type Case = {
  name: string;
  tier: SubscriptionType;
  premium?: boolean;
  source?: 'resy' | 'opentable';
  accounts?: ('resy' | 'opentable')[];
  select: Gate;
  reserve: Gate;
};

const CASES: Case[] = [
  {
    name: 'no plan: Select and Reserve both lead to the plans',
    tier: 'none',
    select: 'subscribe',
    reserve: 'subscribe',
  },
  {
    name: 'standard reserves, and selecting several is a Pro feature',
    tier: 'standard',
    select: 'pro',
    reserve: 'open',
  },
  {
    name: 'Pro selects and reserves',
    tier: 'premium',
    select: 'open',
    reserve: 'open',
  },
  {
    name: 'a premium venue is locked without a plan',
    tier: 'none',
    premium: true,
    select: 'pro',
    reserve: 'pro',
  },
  {
    name: 'a premium venue is locked for standard',
    tier: 'standard',
    premium: true,
    select: 'pro',
    reserve: 'pro',
  },
  {
    name: 'a premium venue is open to Pro',
    tier: 'premium',
    premium: true,
    select: 'open',
    reserve: 'open',
  },
  {
    name: 'an OpenTable venue asks Pro for an OpenTable account',
    tier: 'premium',
    source: 'opentable',
    select: 'account',
    reserve: 'account',
  },
  {
    name: 'an OpenTable venue is open with an OpenTable account',
    tier: 'premium',
    source: 'opentable',
    accounts: ['opentable'],
    select: 'open',
    reserve: 'open',
  },
  {
    name: 'a Resy venue asks for a Resy account, an OpenTable one does not do',
    tier: 'premium',
    accounts: ['opentable'],
    select: 'account',
    reserve: 'account',
  },
  {
    name: 'without any account even standard is asked to connect',
    tier: 'standard',
    accounts: [],
    select: 'account',
    reserve: 'account',
  },
  {
    name: 'the premium gate comes before the account gate',
    tier: 'standard',
    premium: true,
    accounts: [],
    select: 'pro',
    reserve: 'pro',
  },
];

describe('gating of Select and Reserve', () => {
  it.each(CASES)(
    '$name',
    ({ tier, premium = false, source = 'resy', accounts = ['resy'], select, reserve }) => {
      const diner = user({
        subscription_type: tier,
        resy_accounts: accounts.includes('resy') ? user().resy_accounts : [],
        ot_accounts: accounts.includes('opentable') ? [openTableAccount] : [],
      });
      expect(gatesFor(diner, { premium, reservation_source: source })).toEqual({
        select,
        reserve,
      });
    },
  );

  it('lets an account that needs a new login through: its requests wait', () => {
    const waiting = user().resy_accounts.map((account) => ({
      ...account,
      status: 'needs_reconnect' as const,
    }));
    const gates = gatesFor(user({ resy_accounts: waiting }), {
      premium: false,
      reservation_source: 'resy',
    });
    expect(gates.reserve).toBe('open');
  });

  it('follows the entitlements, not the name of the tier', () => {
    const concierge = {
      ...user({ subscription_type: 'none' }),
      entitlements: entitlements('premium'),
    };
    expect(requiresPro(concierge, { premium: true })).toBe(false);
  });
});
