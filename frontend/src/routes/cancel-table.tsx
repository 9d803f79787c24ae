import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { CancelLinkPage } from '@/features/cancel-link/cancel-link-page';

export const Route = createFileRoute('/cancel-table')({
  validateSearch: z.object({ token: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: 'Cancel a table · Tablehawk' }] }),
  component: CancelTable,
});

function CancelTable() {
  const { token = '' } = Route.useSearch();
  return <CancelLinkPage token={token} />;
}
