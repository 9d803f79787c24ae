/** Reads and changes the user's webhooks, and reads what was sent to them. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { toast } from '@/ui/toast';

export type Webhook = components['schemas']['WebhookOut'];
export type NewWebhook = components['schemas']['NewWebhookOut'];
export type WebhookForm = components['schemas']['WebhookIn'];
export type Changes = components['schemas']['WebhookChangesIn'];
export type Delivery = components['schemas']['WebhookDeliveryOut'];
export type EventName = WebhookForm['events'][number];

const KEY = 'webhooks';
// How often an open log asks for the result of an event that is being sent.
const WATCH_MS = 2000;

export const webhooksQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => unwrap(api.GET('/api/webhooks/', { signal })),
});

export const logQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [KEY, id, 'log'],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/api/webhooks/{webhook_id}/deliveries/', {
          params: { path: { webhook_id: id }, query: { before: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ deliveries, more }) => (more ? deliveries.at(-1)?.id : null),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isUnderWay)) === true
        ? WATCH_MS
        : false,
  });

/** Whether an event is sent within moments: it was not tried yet, or it is on its way. */
function isUnderWay({ state, attempts }: Delivery): boolean {
  return state === 'sending' || (state === 'queued' && attempts === 0);
}

/** A mutation after which the list and the logs are read again. */
function useChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // A secret stays out of the mutation cache.
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}

export const useAdd = () =>
  useChange((body: WebhookForm) => unwrap(api.POST('/api/webhooks/', { body })));

const at = (id: number) => ({ params: { path: { webhook_id: id } } });

export const useChangeWebhook = (id: number) =>
  useChange((body: Changes) =>
    unwrap(api.PATCH('/api/webhooks/{webhook_id}/', { ...at(id), body })),
  );

export const useRotate = (id: number) =>
  useChange(() => unwrap(api.POST('/api/webhooks/{webhook_id}/secret/', at(id))));

export const useTest = (id: number) =>
  useChange(() => unwrap(api.POST('/api/webhooks/{webhook_id}/tests/', at(id))));

export const useRemove = (id: number) =>
  useChange(async () => {
    const { message } = await unwrap(api.DELETE('/api/webhooks/{webhook_id}/', at(id)));
    toast({ title: message, tone: 'confirmed', shownBy: ['[data-shows="webhooks"]'] });
  });

export const useResend = () =>
  useChange((id: number) =>
    unwrap(
      api.POST('/api/webhooks/deliveries/{delivery_id}/', {
        params: { path: { delivery_id: id } },
      }),
    ),
  );
