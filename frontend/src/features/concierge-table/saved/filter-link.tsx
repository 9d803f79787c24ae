import { Link } from '@tanstack/react-router';
import type { ListSearch } from '@/entities/request/list/list-search';

/** A link to filters of the table, which keeps the order of the rows. */
export function FilterLink({ search, children }: { search: ListSearch; children: string }) {
  return (
    <Link
      to="/reservations"
      search={({ sort }) => ({ ...search, sort })}
      activeOptions={{ exact: true, includeSearch: true }}
      resetScroll={false}
      className="link"
    >
      {children}
    </Link>
  );
}
