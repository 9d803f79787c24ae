/**
 * The frame of every signed-in page: skip link, offline strip, header, bottom bar. The route passes in the live
 * indicator, the bell and the shortcuts: the shell does not depend on the socket.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { meQuery } from '@/api/me';
import { cn } from '@/lib/cn';
import { buttonClass } from '@/ui/button';
import { Logo } from '@/ui/logo';
import { AccountButton } from './account-button';
import { SHELL } from './messages';
import { currentNavItem, navItems } from './navigation';
import { OfflineStrip } from './offline-strip';

type Props = {
  live: ReactNode;
  bell: ReactNode;
  onShortcuts: () => void;
  children: ReactNode;
};

export function AppShell({ live, bell, onShortcuts, children }: Props) {
  const { pathname } = useLocation();
  const items = navItems(useQuery(meQuery).data);
  // The pages for adding and editing, where the button would lead to the same page.
  const isForm = /^\/reservations\/./.test(pathname);
  return (
    <>
      <a href="#main" className={cn(buttonClass({ variant: 'ink' }), 'skip')}>
        {SHELL.skip}
      </a>
      <header className="header">
        <OfflineStrip />
        <div className="header-inner">
          <Link to="/" className="logo">
            <Logo />
          </Link>
          <nav aria-label={SHELL.main}>
            {items
              .filter((place) => place.inHeader)
              .map(({ to, label }) => (
                <Link
                  key={to}
                  to={to}
                  {...currentProps(currentNavItem(pathname, { header: true }) === to)}
                >
                  {label}
                </Link>
              ))}
          </nav>
          <div className="header-end">
            {live}
            {!isForm && (
              <Link
                to="/reservations/add-reservation"
                className={cn(
                  buttonClass({ variant: pathname === '/reservations' ? 'primary' : 'line' }),
                  'header-add',
                )}
              >
                <Plus aria-hidden="true" />
                {SHELL.add}
              </Link>
            )}
            {bell}
            <AccountButton onShortcuts={onShortcuts} />
          </div>
        </div>
      </header>
      {children}
      <nav className="tab-bar" aria-label={SHELL.mainNarrow}>
        {items
          .filter((place) => place.inBar)
          .map(({ to, label, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              {...currentProps(currentNavItem(pathname, { header: false }) === to)}
            >
              <Icon aria-hidden="true" strokeWidth={1.75} />
              {label}
            </Link>
          ))}
      </nav>
    </>
  );
}

/** The router's "active" is exact or by prefix; the navigation groups pages differently. */
function currentProps(current: boolean) {
  return {
    activeProps: {},
    activeOptions: { exact: true },
    'aria-current': current ? ('page' as const) : undefined,
  };
}
