import { Link } from '@tanstack/react-router';
import { readTokens } from '@/api/session';
import { BareHeader } from '@/ui/bare-header';
import { buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { EmptyPlate } from './empty-plate';
import { SHELL } from './messages';
import { useInShell } from './use-in-shell';

/** No page at this address, with links to others. */
export function NotFound() {
  const inShell = useInShell();
  const signedIn = readTokens() !== null;
  return (
    <>
      {!inShell && <BareHeader />}
      <main className="page error-page" id="main">
        <EmptyPlate />
        <PageTitle>{SHELL.notFound}</PageTitle>
        <p>{SHELL.notFoundText}</p>
        <div className="error-page-links">
          {signedIn ? (
            <>
              <Link to="/" className={buttonClass()}>
                {SHELL.restaurants}
              </Link>
              <Link to="/reservations" className={buttonClass({ variant: 'quiet' })}>
                {SHELL.reservations}
              </Link>
            </>
          ) : (
            <Link to="/login" className={buttonClass()}>
              {SHELL.login}
            </Link>
          )}
        </div>
      </main>
    </>
  );
}
