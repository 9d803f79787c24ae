/** Accepts the fee of a table that was held back, for this request and all later tables. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Group } from '@/api/reservation-types';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { amountsText } from '../amounts';
import { acceptedBody, ceilingsFor, heldBack, type Accepted } from '../fees';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import { reservationKeys } from '../cache/queries';
import { refreshLists, cacheGroup } from '../cache/cached-groups';

/** The mutation that raises the fee ceilings of a request, or accepts a fee that is not known. */
export function useAcceptFee(group: Group) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: reservationKeys.actions,
    mutationFn: (accepted: Accepted) =>
      unwrap(
        api.POST('/api/reservations/{group_id}/accept-fee/', {
          params: { path: { group_id: group.group_id } },
          body: { unknown: false, ...accepted },
        }),
      ),
    networkMode: 'always',
    onSuccess: (answer) => {
      cacheGroup(queryClient, answer.group);
    },
    onError: (error) => {
      toast({ title: messages.feeNotAccepted, text: messageOf(error), tone: 'unsuccessful' });
    },
    onSettled: () => {
      refreshLists(queryClient, new Set([group.group_id]));
      void queryClient.invalidateQueries({ queryKey: reservationKeys.timeline(group.group_id) });
      void queryClient.invalidateQueries({ queryKey: reservationKeys.group(group.group_id) });
    },
  });
}

export function AcceptFee({ group, size = 'md' }: { group: Group; size?: 'sm' | 'md' }) {
  const { mutate, isPending } = useAcceptFee(group);
  const held = heldBack(group);
  if (held === null) return null;
  const ceilings = ceilingsFor(held);
  const asked = amountsText(ceilings, held.currency);
  return (
    <Button
      size={size}
      className="ticket-next"
      pending={isPending}
      pendingLabel={messages.accepting}
      onClick={() => {
        mutate(acceptedBody(ceilings));
      }}
    >
      {asked === '' ? messages.acceptUnknownFee : messages.acceptFee(asked)}{' '}
      <span className="sr-only">{messages.forRequest(groupTitle(group))}</span>
    </Button>
  );
}
