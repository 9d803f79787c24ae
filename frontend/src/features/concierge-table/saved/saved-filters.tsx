/** The named filters of the table: a link for each, the form that names the filters shown, and their deletion. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { meQuery } from '@/api/me';
import type { ListSearch } from '@/entities/request/list/list-search';
import { Button, IconButton } from '@/ui/button';
import { Popover } from '@/ui/overlays/popover';
import { TABLE } from '../messages';
import { FilterLink } from './filter-link';
import { MOST_FILTERS, MOST_NAME, useSavedFilters } from './saved-filters-store';

type Props = {
  /** The filters shown, without the order; null if nothing is filtered. */
  shown: ListSearch | null;
};

export function SavedFilters({ shown }: Props) {
  const { data: user } = useQuery(meQuery);
  return user === undefined ? null : <Filters key={user.id} userId={user.id} shown={shown} />;
}

function Filters({ userId, shown }: Props & { userId: number }) {
  const { filters, save, remove } = useSavedFilters(userId);
  return (
    <>
      {filters.map(({ name, search }) => (
        <span key={name} className="request-table-filter">
          <FilterLink search={search}>{name}</FilterLink>
          <IconButton
            label={TABLE.deleteFilter(name)}
            onClick={() => {
              remove(name);
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        </span>
      ))}
      {shown !== null && filters.length < MOST_FILTERS && (
        <NameFilter
          onName={(name) => {
            save(name, shown);
          }}
        />
      )}
      {shown !== null && filters.length >= MOST_FILTERS && (
        <span className="hint">{TABLE.filtersFull(MOST_FILTERS)}</span>
      )}
    </>
  );
}

function NameFilter({ onName }: { onName: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const id = useId();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={TABLE.saveFilters}
      trigger={
        <button type="button" className="link">
          {TABLE.saveFilters}
        </button>
      }
    >
      <form
        className="request-table-name"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = name.trim();
          if (typed === '') return;
          onName(typed);
          setName('');
          setOpen(false);
        }}
      >
        <label htmlFor={id}>{TABLE.filterName}</label>
        <div className="input input-dense">
          <input
            id={id}
            value={name}
            maxLength={MOST_NAME}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </div>
        <Button size="sm" type="submit" variant="ink">
          {TABLE.saveFilter}
        </Button>
      </form>
    </Popover>
  );
}
