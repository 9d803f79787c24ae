import { createFileRoute } from '@tanstack/react-router';
import { ConnectPage } from '@/features/connect/connect-page';

export const Route = createFileRoute('/_app/connect-accounts')({
  head: () => ({ meta: [{ title: 'Connect accounts · Tablehawk' }] }),
  component: ConnectPage,
});
