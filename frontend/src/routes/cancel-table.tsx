import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { CancelLinkPage } from '@/features/cancel-link/cancel-link-page';

export const Route = createFileRoute('/cancel-table')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  head: () => ({ meta: [{ title: 'Cancel a table · Tablehawk' }] }),
  component: CancelTable,
});

function CancelTable() {
  const { token = '' } = Route.useSearch();
  return <CancelLinkPage token={token} />;
}
