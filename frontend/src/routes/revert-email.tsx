import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { EmailLinkPage } from '@/features/auth/email-link-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/revert-email')({
  validateSearch: v.object({ token: v.optional(v.string()) }),
  head: titled('Keep your address'),
  component: RevertEmail,
});

function RevertEmail() {
  const { token = '' } = Route.useSearch();
  return <EmailLinkPage purpose="revert" token={token} />;
}
