import { createFileRoute } from '@tanstack/react-router';
import { ConnectPage } from '@/features/connect/connect-page';
import { NotifyKeptPanel } from '@/features/request-form/start/notify-kept-panel';

export const Route = createFileRoute('/_app/connect-accounts')({
  head: () => ({ meta: [{ title: 'Connect accounts · Tablehawk' }] }),
  component: ConnectRoute,
});

function ConnectRoute() {
  return <ConnectPage kept={<NotifyKeptPanel />} />;
}
