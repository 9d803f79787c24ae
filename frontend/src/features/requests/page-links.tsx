import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/ui/button';

/** Links to older and newer pages of fifty groups; nothing if one page holds all. */
export function PageLinks({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null;
  return (
    <nav className="page-links" aria-label="Pages">
      {page > 1 && <PageLink to={page - 1}>Newer</PageLink>}
      <span className="hint">
        Page {page} of {pages}
      </span>
      {page < pages && <PageLink to={page + 1}>Older</PageLink>}
    </nav>
  );
}

function PageLink({ to, children }: { to: number; children: string }) {
  return (
    <Link
      to="/reservations"
      search={({ status, view }) => ({ status, view, page: to === 1 ? undefined : String(to) })}
      className={buttonClass({ size: 'sm' })}
    >
      {children}
    </Link>
  );
}
