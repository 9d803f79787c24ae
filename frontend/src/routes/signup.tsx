import { createFileRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { readTokens } from '@/api/session';
import { SignUpPage } from '@/features/auth/sign-up-page';

export const Route = createFileRoute('/signup')({
  validateSearch: v.object({ ref: v.optional(v.string()) }),
  beforeLoad: () => {
    if (readTokens() !== null) throw redirect({ to: '/' });
  },
  head: () => ({ meta: [{ title: 'Sign up · Tablehawk' }] }),
  component: SignUp,
});

function SignUp() {
  return <SignUpPage referral={Route.useSearch().ref ?? ''} />;
}
