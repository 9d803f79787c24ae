import { createFileRoute, redirect } from '@tanstack/react-router';
import { readTokens } from '@/api/session';
import { ConsentPage } from '@/features/oauth/consent-page';

export const Route = createFileRoute('/oauth/authorize')({
  // Signing in keeps the program's request and comes back.
  beforeLoad: ({ location }) => {
    if (readTokens() === null) {
      throw redirect({ to: '/login', search: { redirect: location.href } });
    }
  },
  head: () => ({ meta: [{ title: 'A program asks for access · Tablehawk' }] }),
  component: ConsentPage,
});
