/** The rehearsal of a request: its button, and the steps of the last one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { Group, Rehearsal } from '@/api/reservation-types';
import { formatCount } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { readinessMessages } from './readiness-messages';
import { readinessKey } from './readiness-query';

type Props = { group: Group; rehearsal: Rehearsal | null; rehearseAt: string };

export function RehearsalPart({ group, rehearsal, rehearseAt }: Props) {
  const queryClient = useQueryClient();
  const now = useNow();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/reservations/{group_id}/rehearse/', {
          params: { path: { group_id: group.group_id } },
        }),
      ),
    networkMode: 'always',
    onSuccess: (answer) => {
      queryClient.setQueryData(readinessKey(group.group_id), answer);
    },
    onError: (error) => {
      toast({
        title: readinessMessages.notRehearsed,
        text: messageOf(error),
        tone: 'unsuccessful',
      });
    },
  });
  const running = isPending || rehearsal?.finished_at === null;
  const mayStart = running || Date.parse(rehearseAt) <= now;
  return (
    <div className="rehearsal">
      <div className="rehearsal-start">
        <p className="hint">
          <b>{readinessMessages.rehearsal}</b> {!mayStart && readinessMessages.rehearseLater}
        </p>
        {mayStart && (
          <Button
            size="sm"
            pending={running}
            pendingLabel={readinessMessages.rehearsing}
            onClick={() => {
              mutate();
            }}
          >
            {readinessMessages.rehearse}
          </Button>
        )}
      </div>
      {typeof rehearsal?.finished_at === 'string' && <Steps rehearsal={rehearsal} />}
    </div>
  );
}

function Steps({ rehearsal }: { rehearsal: Rehearsal }) {
  return (
    <div role="status">
      <ol className="readiness-lines" aria-label={readinessMessages.rehearsal}>
        {rehearsal.steps.map((step, index) => {
          const state = step.ok ? 'ok' : 'failed';
          const Icon = step.ok ? Check : TriangleAlert;
          return (
            <li key={index} data-state={state}>
              <Icon aria-hidden="true" />
              <p>
                <span className="sr-only">{readinessMessages.state[state]} </span>
                <b>{readinessMessages.part[step.part]}</b> {step.text}
              </p>
              {step.duration_ms !== null && (
                <small>{readinessMessages.took(formatCount(step.duration_ms))}</small>
              )}
            </li>
          );
        })}
      </ol>
      <p className="hint">{readinessMessages.nothingBooked}</p>
    </div>
  );
}
