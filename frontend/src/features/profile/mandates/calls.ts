/** Ends a standing approval, with the requests that it filed. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { mandatesQuery } from '@/entities/program/mandates';
import { reservationKeys } from '@/entities/request/cache/queries';
import { toast } from '@/ui/toast';

export function useRevokeMandate() {
  const queryClient = useQueryClient();
  const { queryKey } = mandatesQuery;
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE('/api/mandates/{mandate_id}/', { params: { path: { mandate_id: id } } })),
    onSuccess: ({ message }, id) => {
      queryClient.setQueryData(queryKey, (mandates) => mandates?.filter((one) => one.id !== id));
      toast({ title: message, tone: 'confirmed', shownBy: ['[data-shows="mandates"]'] });
      void queryClient.invalidateQueries({ queryKey: reservationKeys.lists });
    },
    // Also after a refusal: an unknown one was revoked elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
