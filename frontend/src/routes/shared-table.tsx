import { createFileRoute } from '@tanstack/react-router';
import { SharedTablePage } from '@/features/shared-table/shared-table-page';

export const Route = createFileRoute('/shared-table')({
  head: () => ({ meta: [{ title: 'A table for you · Tablehawk' }] }),
  component: SharedTablePage,
});
