/** Reads and changes the user's MQTT broker. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { toast } from '@/ui/toast';
import { MQTT } from './messages';

export type Broker = components['schemas']['MqttBrokerOut'];
export type BrokerForm = components['schemas']['MqttBrokerIn'];
type Answer = components['schemas']['MqttOut'];

// How often the page asks for the result of a call.
const WATCH_MS = 2000;

export const brokerQuery = queryOptions({
  queryKey: ['mqtt'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/mqtt/', { signal })),
  refetchInterval: ({ state }) => (state.data?.broker?.is_sending === true ? WATCH_MS : false),
});

function useChange<Input>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // One after the other, so that the last answer is the current state.
    scope: { id: 'mqtt' },
    // The password stays out of the mutation cache.
    gcTime: 0,
    onSuccess: (answer) => {
      queryClient.setQueryData(brokerQuery.queryKey, answer);
    },
  });
}

export const useSave = () =>
  useChange((body: BrokerForm) => unwrap(api.PUT('/api/mqtt/', { body })));

export const useTest = () => useChange(() => unwrap(api.POST('/api/mqtt/tests/')));

export const useRemove = () =>
  useChange(async () => {
    const answer = await unwrap(api.DELETE('/api/mqtt/'));
    toast({ title: MQTT.removed, tone: 'confirmed', shownBy: ['[data-shows="mqtt"]'] });
    return answer;
  });
