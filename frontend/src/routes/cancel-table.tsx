import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { CancelLinkPage } from '@/features/cancel-link/cancel-link-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/cancel-table')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  head: titled('Cancel a table'),
  component: CancelTable,
});

function CancelTable() {
  const { token = '' } = Route.useSearch();
  return <CancelLinkPage token={token} />;
}
