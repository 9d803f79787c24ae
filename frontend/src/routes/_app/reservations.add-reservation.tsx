import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { meQuery } from '@/api/me';
import { countsQuery, existingRestaurantsQuery } from '@/features/reservations/queries';
import { WizardPage } from '@/features/reservations/wizard-page';

/** A concierge's step; the first one has the plain address. */
const searchSchema = z.object({ step: z.catch(z.optional(z.literal('2')), undefined) });

export const Route = createFileRoute('/_app/reservations/add-reservation')({
  validateSearch: searchSchema,
  // Asked early but not waited for: the form can be filled while the counter is on its way.
  loader: ({ context: { queryClient } }) => {
    queryClient.query(countsQuery).catch(() => undefined);
    queryClient.query(existingRestaurantsQuery).catch(() => undefined);
  },
  head: () => ({ meta: [{ title: 'Add Reservation · Tablehawk' }] }),
  component: AddReservation,
});

function AddReservation() {
  const { data: user } = useQuery(meQuery);
  const { step } = Route.useSearch();
  const navigate = Route.useNavigate();
  const goTo = useCallback(
    (next: 1 | 2) => {
      // Going on can be taken back with the browser's own Back; going back leaves nothing to go forward to.
      if (next === 2) void navigate({ search: { step: '2' } });
      else void navigate({ search: {}, replace: true });
    },
    [navigate],
  );
  // The layout waits for the user; without one the session has just ended and the page is about to go.
  if (user === undefined) return null;
  return <WizardPage user={user} step={step === '2' ? 2 : 1} onStep={goTo} />;
}
