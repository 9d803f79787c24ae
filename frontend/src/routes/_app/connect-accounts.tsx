import { createFileRoute } from '@tanstack/react-router';
import { ConnectPage } from '@/features/connect/connect-page';
import { NotifyKeptPanel } from '@/features/request-form/start/notify-kept-panel';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/connect-accounts')({
  head: titled('Connect accounts'),
  component: ConnectRoute,
});

function ConnectRoute() {
  return <ConnectPage kept={<NotifyKeptPanel />} />;
}
