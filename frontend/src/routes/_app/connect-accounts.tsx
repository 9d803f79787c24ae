import { createFileRoute } from '@tanstack/react-router';
import { PageTitle } from '@/ui/page-title';

export const Route = createFileRoute('/_app/connect-accounts')({
  head: () => ({ meta: [{ title: 'Connect your accounts · Tablehawk' }] }),
  component: () => (
    <main className="page" id="main">
      <PageTitle>Connect your accounts</PageTitle>
    </main>
  ),
});
