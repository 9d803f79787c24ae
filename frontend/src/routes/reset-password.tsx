import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ResetPage } from '@/features/auth/reset-page';

export const Route = createFileRoute('/reset-password')({
  validateSearch: z.object({ token: z.optional(z.string()), uid: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: 'Reset password · Tablehawk' }] }),
  component: ResetPassword,
});

function ResetPassword() {
  const { token = '', uid = '' } = Route.useSearch();
  return <ResetPage token={token} uid={uid} />;
}
