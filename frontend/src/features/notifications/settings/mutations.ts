/** The calls that change notification settings. Each answers with all settings, which replace those in the cache. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { setPushed } from '../browser-notifications';
import { toast } from '@/ui/toast';
import { ADDRESSES, QUIET } from './messages';
import { endSubscription, PushRefused, subscribe } from './push-device';
import {
  type Address,
  type ChatForm,
  type Choice,
  type NotificationSettings,
  type QuietHours,
  settingsQuery,
} from './queries';

const { queryKey } = settingsQuery;
// The calls run one after the other, so that the last answer is the current state and the last click decides.
const scope = { id: 'notification-settings' };
/** The list of devices and apps. */
const LIST = '[data-shows="addresses"]';

function useStore() {
  const queryClient = useQueryClient();
  return (settings: NotificationSettings) => {
    queryClient.setQueryData(queryKey, settings);
  };
}

const showFailure = (error: Error) => {
  toast({
    title: error instanceof PushRefused ? error.message : messageOf(error),
    tone: 'unsuccessful',
  });
};

/** Change a choice. The change is shown at once; after a refusal, the settings are loaded again. */
export function useChoose() {
  const queryClient = useQueryClient();
  return useMutation({
    scope,
    mutationFn: (choice: Choice) =>
      unwrap(api.PATCH('/api/notification-settings/choices/', { body: { choices: [choice] } })),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (known) =>
          known && {
            ...known,
            choices: known.choices.map((one) =>
              one.topic === choice.topic && one.channel === choice.channel ? choice : one,
            ),
          },
      );
    },
    onError: (error) => {
      showFailure(error);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Ask for permission, subscribe at the browser's push service, and tell the server. */
export function useTurnOn() {
  const store = useStore();
  return useMutation({
    mutationFn: async (key: string) => {
      const { endpoint, keys } = await subscribe(key);
      return unwrap(api.POST('/api/notification-settings/devices/', { body: { endpoint, keys } }));
    },
    onSuccess: (settings) => {
      setPushed(true);
      store(settings);
      toast({ title: ADDRESSES.turnedOn, tone: 'confirmed', shownBy: [LIST] });
    },
    onError: showFailure,
  });
}

export function useRemove() {
  const queryClient = useQueryClient();
  const store = useStore();
  return useMutation({
    scope,
    mutationFn: async (address: Address) => {
      if (address.channel === 'push' && address.current) await endSubscription();
      return unwrap(
        api.DELETE('/api/notification-settings/addresses/{address_id}/', {
          params: { path: { address_id: address.id } },
        }),
      );
    },
    onSuccess: (settings, address) => {
      if (address.current) setPushed(false);
      store(settings);
      toast({ title: ADDRESSES.removed, tone: 'confirmed', shownBy: [LIST] });
    },
    onError: (error) => {
      showFailure(error);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}

export function useAddApp() {
  const store = useStore();
  return useMutation({
    scope,
    mutationFn: (body: ChatForm) => unwrap(api.POST('/api/notification-settings/apps/', { body })),
    onSuccess: store,
  });
}

/** Save quiet hours; null switches them off. */
export function useSaveQuietHours() {
  const store = useStore();
  return useMutation({
    scope,
    mutationFn: (hours: QuietHours | null) =>
      hours === null
        ? unwrap(api.DELETE('/api/notification-settings/quiet-hours/'))
        : unwrap(api.PUT('/api/notification-settings/quiet-hours/', { body: hours })),
    onSuccess: (settings) => {
      store(settings);
      toast({ title: settings.quiet_hours === null ? QUIET.off : QUIET.saved, tone: 'confirmed' });
    },
  });
}

export function useSendTest() {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/notification-settings/tests/')),
  });
}
