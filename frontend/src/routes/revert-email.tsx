import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { EmailLinkPage } from '@/features/auth/email-link-page';

export const Route = createFileRoute('/revert-email')({
  validateSearch: z.object({ token: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: 'Keep your address · Tablehawk' }] }),
  component: RevertEmail,
});

function RevertEmail() {
  const { token = '' } = Route.useSearch();
  return <EmailLinkPage purpose="revert" token={token} />;
}
