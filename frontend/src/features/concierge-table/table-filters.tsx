/** The table's filters: text, client, account, restaurant, dates. All of them are in the address. */
import { Search } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, type Ref } from 'react';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { Button } from '@/ui/button';
import { WHENS, type ListSearch, type When } from '@/entities/request/list/list-search';
import { FilterDropdown } from './filter-dropdown';
import { requestTableQuery } from '@/entities/request/cache/request-table-query';
import { choicesOf, type Choice } from './filter';
import { FilterLink } from './saved/filter-link';
import { SavedFilters } from './saved/saved-filters';
import { TABLE, WHEN_NAMES } from './messages';

type Narrow = Pick<ListSearch, 'client' | 'account' | 'venue' | 'when' | 'needs' | 'q' | 'only'>;

const NOTHING: Required<{ [key in keyof Narrow]: undefined }> = {
  client: undefined,
  account: undefined,
  venue: undefined,
  when: undefined,
  needs: undefined,
  q: undefined,
  only: undefined,
};

type Props = {
  search: ListSearch;
  onNarrow: (change: Partial<Narrow>) => void;
  searchBox: Ref<HTMLInputElement>;
};

/** Reads the groups only when a list opens, so events do not render it again. */
export const TableFilters = memo(function TableFilters({ search, onNarrow, searchBox }: Props) {
  const queryClient = useQueryClient();
  const dropdown = (what: 'client' | 'account' | 'venue') => (
    <FilterDropdown
      {...TABLE.filters[what]}
      chosen={search[what]}
      choices={() =>
        choicesOf(queryClient.getQueryData(requestTableQuery.queryKey)?.groups.values() ?? [], what)
      }
      onChoose={(value) => {
        onNarrow({ [what]: value });
      }}
    />
  );
  const isNarrowed = Object.keys(NOTHING).some((key) => search[key as keyof Narrow] !== undefined);
  return (
    <div className="request-table-filters" role="search" aria-label={TABLE.title}>
      <TextFilter
        value={search.q ?? ''}
        box={searchBox}
        onChange={(q) => {
          onNarrow({ q: q === '' ? undefined : q });
        }}
      />
      {dropdown('client')}
      {dropdown('account')}
      {dropdown('venue')}
      <FilterDropdown
        {...TABLE.filters.when}
        chosen={search.when}
        choices={() => WHENS.map((value): Choice => ({ value }))}
        nameOf={(value) => WHEN_NAMES[value as When]}
        onChoose={(value) => {
          onNarrow({ when: value as When | undefined });
        }}
      />
      {isNarrowed && (
        <Button
          variant="quiet"
          onClick={() => {
            onNarrow(NOTHING);
          }}
        >
          {TABLE.clearFilters}
        </Button>
      )}
      <div className="request-table-saved">
        <span>{TABLE.quickFilters}</span>{' '}
        <FilterLink search={{ when: 'weekend' }}>{WHEN_NAMES.weekend}</FilterLink>{' '}
        <FilterLink search={{ needs: 'me' }}>{TABLE.needsAttention}</FilterLink>{' '}
        <SavedFilters shown={isNarrowed ? narrowOf(search) : null} />
      </div>
    </div>
  );
});

function narrowOf(search: ListSearch): Narrow {
  const { client, account, venue, when, needs, q, only } = search;
  return { client, account, venue, when, needs, q, only };
}

type TextFilterProps = {
  value: string;
  box: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
};

function TextFilter({ value, box, onChange }: TextFilterProps) {
  const { text, type } = useDebouncedText(value, onChange);
  return (
    <div className="input input-dense request-table-search">
      <Search aria-hidden="true" />
      <input
        ref={box}
        type="search"
        placeholder={TABLE.search}
        aria-label={TABLE.search}
        maxLength={100}
        value={text}
        onChange={(event) => {
          type(event.target.value);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
