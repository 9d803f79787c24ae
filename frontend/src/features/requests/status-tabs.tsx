/** The tabs with their counts: links on wide screens, the specification's dropdown on narrow ones. */
import { Link, useNavigate } from '@tanstack/react-router';
import type { GroupCounts } from '@/api/reservation-types';
import { Field } from '@/ui/field';
import { TABS, type ListSearch, type Tab } from '@/entities/request/list/list-search';
import { TAB_LABELS } from '@/entities/request/messages';
import { pageMessages } from './messages';

type Props = {
  tab: Tab;
  /** Undefined until the first answer. */
  counts: GroupCounts | undefined;
};

export function StatusTabs({ tab, counts }: Props) {
  return (
    <nav className="tabs tabs-wide" aria-label={pageMessages.statusTabs}>
      {TABS.map((name) => (
        <Link
          key={name}
          to="/reservations"
          search={searchOf(name)}
          resetScroll={false}
          activeProps={{}}
          activeOptions={{ exact: true }}
          aria-current={name === tab ? 'page' : undefined}
        >
          {TAB_LABELS[name]} <span>{counts?.[name] ?? '–'}</span>
        </Link>
      ))}
    </nav>
  );
}

export function StatusSelect({ tab, counts }: Props) {
  const navigate = useNavigate();
  return (
    <Field label={pageMessages.statusSelect} className="status-select">
      {(control) => (
        <div className="input">
          <select
            {...control}
            value={tab}
            onChange={(event) =>
              void navigate({
                to: '/reservations',
                search: searchOf(event.target.value as Tab),
                resetScroll: false,
              })
            }
          >
            {TABS.map((name) => (
              <option key={name} value={name}>
                {TAB_LABELS[name]}
                {counts !== undefined && ` (${counts[name]})`}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}

/** Another tab keeps the filters, but neither page nor open timeline. */
function searchOf(tab: Tab) {
  return (now: ListSearch): ListSearch => ({
    ...now,
    status: tab === 'all' ? undefined : tab,
    page: undefined,
    open: undefined,
    only: undefined,
  });
}
