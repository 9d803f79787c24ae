import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { EmailLinkPage } from '@/features/auth/email-link-page';

export const Route = createFileRoute('/revert-email')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  head: () => ({ meta: [{ title: 'Keep your address · Tablehawk' }] }),
  component: RevertEmail,
});

function RevertEmail() {
  const { token = '' } = Route.useSearch();
  return <EmailLinkPage purpose="revert" token={token} />;
}
