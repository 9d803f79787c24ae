import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { SharedTablePage } from '@/features/shared-table/shared-table-page';

export const Route = createFileRoute('/shared-table')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  head: () => ({ meta: [{ title: 'A table for you · Tablehawk' }] }),
  component: SharedTableRoute,
});

function SharedTableRoute() {
  const { token = '' } = Route.useSearch();
  return <SharedTablePage token={token} />;
}
