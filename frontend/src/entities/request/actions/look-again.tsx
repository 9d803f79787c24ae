/** Files the same request again, after its table was canceled at the platform. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { Group } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { canLookAgain } from '../group-state';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import { reservationKeys } from '../cache/queries';
import { requestOnPage } from '../on-page';

export function LookAgain({ group }: { group: Group }) {
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/reservations/{group_id}/again/', {
          params: { path: { group_id: group.group_id } },
        }),
      ),
    networkMode: 'always',
    onSuccess: async ({ group: { group_id: filed }, message }) => {
      await queryClient.invalidateQueries({ queryKey: reservationKeys.all });
      const shownBy = [requestOnPage(filed)];
      toast({ title: message, tone: 'watching', icon: 'watching', shownBy, shownWithinMs: 1000 });
    },
    onError: (error) => {
      toast({ title: messages.notFiledAgain, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
  if (!canLookAgain(group)) return null;
  return (
    <Button
      size="sm"
      className="ticket-next"
      disabled={again.isPending}
      onClick={() => {
        again.mutate();
      }}
    >
      <RotateCcw aria-hidden="true" />
      {messages.lookAgain} <span className="sr-only">{messages.forRequest(groupTitle(group))}</span>
    </Button>
  );
}
