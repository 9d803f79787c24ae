import { useQuery } from '@tanstack/react-query';
import type { User } from '@/api/types';
import { PLAN_BUTTONS } from '@/entities/plan/plans';
import { subscriptionQuery } from './queries';

/** The label of the button that leads a user without a plan to the plans. */
export function usePlanButtonLabel(
  { has_had_free_trial }: Pick<User, 'has_had_free_trial'>,
  { enabled }: { enabled: boolean },
): string {
  // The subscription knows more than the user: the trial of a closed account with the same address counts too.
  const { data } = useQuery({ ...subscriptionQuery, enabled });
  const mayTry = data?.plans.some(({ action }) => action === 'start_trial') ?? !has_had_free_trial;
  return mayTry ? PLAN_BUTTONS.startTrial : PLAN_BUTTONS.subscribe;
}
