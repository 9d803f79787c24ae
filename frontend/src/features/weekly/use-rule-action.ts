import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { toast } from '@/ui/toast';
import { WEEKLY } from './messages';
import { weeklyRulesQuery } from './queries';

export type RuleAction = 'pause' | 'unpause' | 'end';

const DONE = {
  pause: { title: WEEKLY.pausedToast, icon: 'paused' },
  unpause: { title: WEEKLY.unpausedToast, icon: 'watching' },
  end: { title: WEEKLY.endedToast, icon: 'delete' },
} as const;

function send(id: number, action: RuleAction) {
  const params = { path: { rule_id: id } };
  if (action === 'end') return unwrap(api.DELETE('/api/weekly-rules/{rule_id}/', { params }));
  return action === 'pause'
    ? unwrap(api.POST('/api/weekly-rules/{rule_id}/pause/', { params }))
    : unwrap(api.POST('/api/weekly-rules/{rule_id}/unpause/', { params }));
}

/**
 * The mutation that pauses, unpauses or ends a rule. Its answer contains all rules and replaces those in the cache.
 */
export function useRuleAction() {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other: each answer has all rules, and an older one would bring an ended rule back.
    scope: { id: 'weekly-rules' },
    mutationFn: ({ id, action }: { id: number; action: RuleAction }) => send(id, action),
    onSuccess: (rules, { id, action }) => {
      queryClient.setQueryData(weeklyRulesQuery.queryKey, rules);
      const shownBy = [action === 'end' ? '.weekly-rules' : `[data-rule-id="${id}"]`];
      toast({ ...DONE[action], tone: 'watching', shownBy });
    },
    onError: (error) => {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
      return queryClient.invalidateQueries({ queryKey: weeklyRulesQuery.queryKey });
    },
  });
}
