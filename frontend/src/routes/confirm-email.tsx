import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { EmailLinkPage } from '@/features/auth/email-link-page';

export const Route = createFileRoute('/confirm-email')({
  validateSearch: z.object({ token: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: 'Confirm your address · Tablehawk' }] }),
  component: ConfirmEmail,
});

function ConfirmEmail() {
  const { token = '' } = Route.useSearch();
  return <EmailLinkPage purpose="confirm" token={token} />;
}
