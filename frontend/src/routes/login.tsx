import { createFileRoute, redirect } from '@tanstack/react-router';
import { readTokens } from '@/api/session';
import { safeRedirect } from '@/features/auth/safe-redirect';
import { LoginPage } from '@/features/auth/login-page';
import { titled } from '@/lib/page-title';
import * as v from 'valibot';

export const Route = createFileRoute('/login')({
  validateSearch: v.object({ redirect: v.optional(v.string()) }),
  beforeLoad: ({ search }) => {
    if (readTokens() !== null) throw redirect({ href: safeRedirect(search.redirect) ?? '/' });
  },
  head: titled('Log in'),
  component: Login,
});

function Login() {
  return <LoginPage redirect={safeRedirect(Route.useSearch().redirect)} />;
}
