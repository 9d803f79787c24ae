import { createFileRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { readTokens } from '@/api/session';
import { SignUpPage } from '@/features/auth/sign-up-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/signup')({
  validateSearch: v.object({ ref: v.optional(v.string()) }),
  beforeLoad: () => {
    if (readTokens() !== null) throw redirect({ to: '/' });
  },
  head: titled('Sign up'),
  component: SignUp,
});

function SignUp() {
  return <SignUpPage referral={Route.useSearch().ref ?? ''} />;
}
