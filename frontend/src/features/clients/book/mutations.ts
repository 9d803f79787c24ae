/** The calls that change the client book. Each refreshes what the page shows of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { today } from '@/lib/dates';
import { saveCsv } from '@/lib/save-file';
import { toast } from '@/ui/toast';
import { PERSON_FIELDS, type ClientFields } from '../client-form';
import { clientKeys } from '../queries';
import { BOOK } from './messages';

/** Add a client, or change the one with this id. */
export function useSaveClient(id: number | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: ClientFields) => {
      const body = Object.fromEntries(
        PERSON_FIELDS.map((field) => [field, fields[field].trim()]),
      ) as Pick<ClientFields, 'first_name' | 'last_name' | 'email' | 'zip_code'> & {
        phone: string;
        phone_country_code: string;
      };
      return id === null
        ? unwrap(api.POST('/api/clients/', { body }))
        : unwrap(
            api.PATCH('/api/clients/{client_id}/', { params: { path: { client_id: id } }, body }),
          );
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clientKeys.all }),
  });
}

export function useDeleteClient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE('/api/clients/{client_id}/', { params: { path: { client_id: id } } })),
    // The sentence names the platforms where a card stays on file, which the page does not show.
    onSuccess: ({ message }) => {
      toast({ title: message, tone: 'confirmed' });
      return queryClient.invalidateQueries({ queryKey: clientKeys.all });
    },
  });
}

export function useForgetCard(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (account: number) =>
      unwrap(
        api.DELETE('/api/clients/{client_id}/cards/{account_id}/', {
          params: { path: { client_id: id, account_id: account } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clientKeys.all }),
  });
}

/** Save the client book as a file that the import reads again. */
export function useExport() {
  return useMutation({
    mutationFn: () => unwrap(api.GET('/api/clients/export/', { parseAs: 'text' })),
    networkMode: 'always',
    onSuccess: (text) => {
      saveCsv(`clients-${today()}.csv`, text);
    },
    onError: (error) => {
      toast({ title: BOOK.exportFailed, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
}
