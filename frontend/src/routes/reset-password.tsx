import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { ResetPage } from '@/features/auth/reset-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/reset-password')({
  validateSearch: v.object({ token: v.optional(v.string()), uid: v.optional(v.string()) }),
  head: titled('Reset password'),
  component: ResetPassword,
});

function ResetPassword() {
  const { token = '', uid = '' } = Route.useSearch();
  return <ResetPage token={token} uid={uid} />;
}
