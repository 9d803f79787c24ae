import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { EmailLinkPage } from '@/features/auth/email-link-page';

export const Route = createFileRoute('/confirm-email')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  head: () => ({ meta: [{ title: 'Confirm your address · Tablehawk' }] }),
  component: ConfirmEmail,
});

function ConfirmEmail() {
  const { token = '' } = Route.useSearch();
  return <EmailLinkPage purpose="confirm" token={token} />;
}
