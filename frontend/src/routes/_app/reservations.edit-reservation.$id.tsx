import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { handledByPage } from '@/api/query-client';
import { EditPage } from '@/features/request-form/edit-page';
import { countsQuery, existingRestaurantsQuery } from '@/entities/request/cache/queries';
import { formOptions } from '@/features/request-form/form-options-code';
import { stepSearchSchema } from '@/features/request-form/wizard-search';
import { useSteps } from '@/features/request-form/wizard-step';
import { NotFound } from '@/features/shell/not-found';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/reservations/edit-reservation/$id')({
  validateSearch: stepSearchSchema,
  loader: ({ context: { queryClient }, params: { id } }) => {
    if (!/^\d{1,15}$/.test(id)) throw notFound();
    queryClient.query(countsQuery).catch(handledByPage);
    queryClient.query(existingRestaurantsQuery).catch(handledByPage);
    // Beside the form's own code; the form reports a failure.
    formOptions.load().catch(handledByPage);
    import('@/features/request-form/sections/dates/calendar').catch(handledByPage);
  },
  head: titled('Edit Reservation'),
  component: EditReservation,
  notFoundComponent: NotFound,
});

function EditReservation() {
  const { data: user } = useQuery(meQuery);
  const groupId = Number(Route.useParams().id);
  const steps = useSteps(Route.useSearch());
  // The layout waits for the user; without one the session has just ended and the page is about to close.
  return (
    user !== undefined && (
      <EditPage key={groupId} user={user} groupId={groupId} steps={steps} missing={<NotFound />} />
    )
  );
}
