import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { ResetPage } from '@/features/auth/reset-page';

export const Route = createFileRoute('/reset-password')({
  validateSearch: v.object({ token: v.optional(v.string()), uid: v.optional(v.string()) }),
  head: () => ({ meta: [{ title: 'Reset password · Tablehawk' }] }),
  component: ResetPassword,
});

function ResetPassword() {
  const { token = '', uid = '' } = Route.useSearch();
  return <ResetPage token={token} uid={uid} />;
}
