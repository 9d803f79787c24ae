import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { handledByPage } from '@/api/query-client';
import { meQuery } from '@/api/me';
import { countsQuery, existingRestaurantsQuery } from '@/entities/request/cache/queries';
import { EMPTY_CLIENT } from '@/features/clients/client-form';
import { WizardPage } from '@/features/request-form/wizard-page';
import { TryAgainPage } from '@/features/request-form/try-again-page';
import { addSearchSchema } from '@/features/request-form/wizard-search';
import { useSteps } from '@/features/request-form/wizard-step';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/reservations/add-reservation')({
  validateSearch: addSearchSchema,
  // Started and not awaited: the form can be filled while the counter loads.
  loader: ({ context: { queryClient } }) => {
    queryClient.query(countsQuery).catch(handledByPage);
    queryClient.query(existingRestaurantsQuery).catch(handledByPage);
  },
  head: titled('Add Reservation'),
  component: AddReservation,
});

function AddReservation() {
  const { data: user } = useQuery(meQuery);
  const search = Route.useSearch();
  const steps = useSteps(search);
  // From the request that is tried again to the form that replaces this page.
  const [client, setClient] = useState(EMPTY_CLIENT);
  const [opensBook, setOpensBook] = useState(false);
  // The layout waits for the user; without one the session has just ended and the page is about to close.
  if (user === undefined) return null;
  return search.again === undefined ? (
    <WizardPage user={user} steps={steps} firstClient={client} opensBook={opensBook} />
  ) : (
    <TryAgainPage
      user={user}
      groupId={Number(search.again)}
      isForOther={search.client === 'other'}
      onClient={(filled) => {
        setClient(filled);
        setOpensBook(search.client === 'other');
      }}
    />
  );
}
