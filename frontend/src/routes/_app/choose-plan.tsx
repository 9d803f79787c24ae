import { createFileRoute } from '@tanstack/react-router';
import { handledByPage } from '@/api/query-client';
import { ChoosePlanPage } from '@/features/billing/choose-plan-page';
import { subscriptionQuery } from '@/features/billing/queries';
import { NotifyKeptPanel } from '@/features/request-form/start/notify-kept-panel';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/choose-plan')({
  // Started and not awaited: the cards have their own placeholder.
  loader: ({ context: { queryClient } }) => {
    queryClient.query(subscriptionQuery).catch(handledByPage);
  },
  head: titled('Choose a plan'),
  component: ChoosePlanRoute,
});

function ChoosePlanRoute() {
  return <ChoosePlanPage kept={<NotifyKeptPanel />} />;
}
