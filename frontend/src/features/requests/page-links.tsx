import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/ui/button';
import { pageMessages } from './messages';

/** Links to older and newer pages of fifty groups; nothing if one page holds all. */
export function PageLinks({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null;
  return (
    <nav className="page-links" aria-label={pageMessages.pages}>
      {page > 1 && <PageLink to={page - 1}>{pageMessages.newer}</PageLink>}
      <span className="hint">{pageMessages.page(page, pages)}</span>
      {page < pages && <PageLink to={page + 1}>{pageMessages.older}</PageLink>}
    </nav>
  );
}

function PageLink({ to, children }: { to: number; children: string }) {
  return (
    <Link
      to="/reservations"
      search={({ status, view, only }) => ({
        status,
        view,
        only,
        page: to === 1 ? undefined : String(to),
      })}
      className={buttonClass({ size: 'sm' })}
    >
      {children}
    </Link>
  );
}
