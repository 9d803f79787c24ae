import { createFileRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { readTokens } from '@/api/session';
import { SignUpPage } from '@/features/auth/sign-up-page';

export const Route = createFileRoute('/signup')({
  validateSearch: z.object({ ref: z.optional(z.string()) }),
  beforeLoad: () => {
    if (readTokens() !== null) throw redirect({ to: '/' });
  },
  head: () => ({ meta: [{ title: 'Sign up · Tablehawk' }] }),
  component: SignUp,
});

function SignUp() {
  return <SignUpPage referral={Route.useSearch().ref ?? ''} />;
}
