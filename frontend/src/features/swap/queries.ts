/** An offer to swap a table, and the user's decision. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { reservationKeys } from '@/entities/request/cache/queries';

export type SwapOffer = components['schemas']['SwapOut'];
export type SwapTable = components['schemas']['TableTermsOut'];

/** The period in which a swap that is under way is read again. An event reports its end too. */
const UNDER_WAY_MS = 1500;

export const isUnderWay = ({ state }: SwapOffer) =>
  state === 'booking' || state === 'canceling_old';

export const swapQuery = (offerId: number) =>
  queryOptions({
    queryKey: [...reservationKeys.swaps, offerId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/swaps/{offer_id}/', { params: { path: { offer_id: offerId } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? UNDER_WAY_MS : false,
  });

/** Command the swap. With `replaces`, the old table may be canceled before the new one is booked. */
export function useAcceptSwap(offerId: number) {
  const keepAnswer = useKeepAnswer(offerId);
  return useMutation({
    mutationFn: (replaces: boolean) =>
      unwrap(
        api.POST('/api/swaps/{offer_id}/accept/', {
          params: { path: { offer_id: offerId } },
          body: { replaces },
        }),
      ),
    ...keepAnswer,
  });
}

export function useKeepTable(offerId: number) {
  const keepAnswer = useKeepAnswer(offerId);
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/swaps/{offer_id}/keep/', { params: { path: { offer_id: offerId } } })),
    ...keepAnswer,
  });
}

/** Cancel the old table with the call of its ticket, after its first cancellation has failed. */
export function useCancelOldTable({ id, group_id, reservation_id }: SwapOffer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/reservations/{group_id}/tables/{reservation_id}/cancel/', {
          params: { path: { group_id, reservation_id } },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries(swapQuery(id)),
  });
}

function useKeepAnswer(offerId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = swapQuery(offerId);
  return {
    onSuccess: ({ swap }: { swap: SwapOffer }) => {
      queryClient.setQueryData(queryKey, swap);
      // The ticket of the search offers a kept table no more.
      void queryClient.invalidateQueries({ queryKey: reservationKeys.lists });
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  };
}
