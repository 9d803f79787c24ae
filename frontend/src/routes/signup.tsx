import { createFileRoute } from '@tanstack/react-router';
import { AuthLayout } from '@/features/auth/auth-layout';
import * as z from 'zod/mini';

export const Route = createFileRoute('/signup')({
  validateSearch: z.object({ ref: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: 'Sign up · Tablehawk' }] }),
  component: () => (
    <AuthLayout
      title="Open a tab with us."
      lead="10 days free on your first plan. No table is promised. We look until the day you choose."
      scene="afternoon"
    >
      <form />
    </AuthLayout>
  ),
});
