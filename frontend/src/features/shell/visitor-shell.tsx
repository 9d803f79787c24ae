/** The frame of the public pages for visitors who are not signed in: skip link, header with the ways in, legal links. */
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { buttonClass } from '@/ui/button';
import { Logo } from '@/ui/logo';
import { SHELL } from './messages';
import { OfflineStrip } from './offline-strip';
import './visitor-shell.css';

/** Not in messages.ts, which every page loads. */
const VISITORS = { restaurants: 'Restaurants', signUp: 'Sign up' } as const;

export function VisitorShell({ children }: { children: ReactNode }) {
  const { href, pathname } = useLocation();
  return (
    <>
      <a href="#main" className={cn(buttonClass({ variant: 'ink' }), 'skip')}>
        {SHELL.skip}
      </a>
      <header className="header">
        <OfflineStrip />
        <div className="header-inner">
          {/* The landing page is not a page of the router. */}
          <a href="/" className="logo">
            <Logo />
          </a>
          <nav aria-label={SHELL.main}>
            <Link
              to="/restaurants"
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={pathname.startsWith('/restaurant') ? 'page' : undefined}
            >
              {VISITORS.restaurants}
            </Link>
          </nav>
          <div className="header-end">
            <Link to="/login" search={{ redirect: href }} className={buttonClass()}>
              {SHELL.login}
            </Link>
            <Link to="/signup" className={buttonClass({ variant: 'ink' })}>
              {VISITORS.signUp}
            </Link>
          </div>
        </div>
      </header>
      {children}
      <footer className="visitor-foot">
        <Link to="/terms" className="link">
          {SHELL.terms}
        </Link>
        <Link to="/privacy" className="link">
          {SHELL.privacy}
        </Link>
      </footer>
    </>
  );
}
