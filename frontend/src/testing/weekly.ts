/** Weekly rules, and the mocked calls about them. */
import { http, HttpResponse } from 'msw';
import type { components } from '@/api/schema.gen';

type WeeklyRule = components['schemas']['WeeklyRuleOut'];

export function aRule(fields: Partial<WeeklyRule> = {}): WeeklyRule {
  return {
    id: 3,
    status: 'active',
    snipe_type: 'cancel',
    continue_as_cancel: false,
    venue_names: ['Petit Quai'],
    weekdays: [4],
    party_size: 2,
    start_time: '18:30',
    end_time: '20:30',
    time_windows: [{ start_time: '18:30', end_time: '20:30' }],
    until: '2027-01-29',
    notify_only: false,
    cancel_fee_ceiling_cents: 0,
    fee_ceiling_cents: 0,
    book_on_behalf: null,
    next_dates: ['2026-12-04'],
    files_on: '2026-11-27',
    next_release_at: null,
    refused: null,
    group_ids: [],
    ...fields,
  };
}

/** Handlers that answer with these rules. The calls pause, unpause and end change them. */
export function servesRules(initial: readonly WeeklyRule[]) {
  let rules = [...initial];
  const setStatus = (id: number, status: WeeklyRule['status']) => {
    rules = rules.map((rule) => (rule.id === id ? { ...rule, status } : rule));
    return HttpResponse.json({ rules });
  };
  return [
    http.get('/api/weekly-rules/', () => HttpResponse.json({ rules })),
    http.post('/api/weekly-rules/:id/pause/', ({ params }) =>
      setStatus(Number(params.id), 'paused'),
    ),
    http.post('/api/weekly-rules/:id/unpause/', ({ params }) =>
      setStatus(Number(params.id), 'active'),
    ),
    http.delete('/api/weekly-rules/:id/', ({ params }) => {
      rules = rules.filter(({ id }) => id !== Number(params.id));
      return HttpResponse.json({ rules });
    }),
  ];
}

export const weeklyHandlers = servesRules([]);
