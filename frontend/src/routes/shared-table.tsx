import { createFileRoute } from '@tanstack/react-router';
import { SharedTablePage } from '@/features/shared-table/shared-table-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/shared-table')({
  head: titled('A table for you'),
  component: SharedTablePage,
});
