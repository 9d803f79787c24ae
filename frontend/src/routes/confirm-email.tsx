import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { EmailLinkPage } from '@/features/auth/email-link-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/confirm-email')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  head: titled('Confirm your address'),
  component: ConfirmEmail,
});

function ConfirmEmail() {
  const { token = '' } = Route.useSearch();
  return <EmailLinkPage purpose="confirm" token={token} />;
}
