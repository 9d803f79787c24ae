import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BookEntry } from '@/api/reservation-types';
import { cn } from '@/lib/cn';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { useMarkedEntry } from '@/ui/use-marked-entry';
import { CLIENTS } from './messages';
import { addressBookQuery } from './queries';

type Props = { picked: BookEntry | null; onPick: (entry: BookEntry) => void };

/** The address book, searched by the server. */
export function AddressBookList({ picked, onPick }: Props) {
  const [search, setSearch] = useState('');
  const { text, type, set } = useDebouncedText(search, setSearch);
  // Enter was pressed for this text before its answer: the client whom it names is picked when it arrives.
  const [entered, setEntered] = useState<string | null>(null);
  const book = useQuery(addressBookQuery(search.trim()));
  const entries = book.data?.clients ?? [];
  const isAnswer =
    text.trim() === search.trim() && book.data !== undefined && !book.isPlaceholderData;
  const marked = useMarkedEntry({
    text: text.trim(),
    values: entries.map(({ id }) => String(id)),
    isAnswer,
    initial: picked === null ? undefined : String(picked.id),
    onEarlyEnter: () => {
      set(text);
      setEntered(text);
    },
  });
  const pickNamed = useEffectEvent(() => {
    const named = namedBy(entries, book.data?.count, text);
    if (named !== null) onPick(named);
  });
  const isEntered = isAnswer && entered === text;
  useEffect(() => {
    if (isEntered) pickNamed();
  }, [isEntered]);
  // At the first opening the popover takes the focus before this list has loaded.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  return (
    <Command shouldFilter={false} label={CLIENTS.book} className="address-book-list" {...marked}>
      <div className="input">
        <Search aria-hidden="true" />
        <Command.Input ref={input} placeholder={CLIENTS.search} value={text} onValueChange={type} />
      </div>
      {/* Rendered also when empty: the input refers to it as its list. */}
      <Command.List className={cn(book.isPlaceholderData && 'address-book-stale')}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} isPicked={entry.id === picked?.id} onPick={onPick} />
        ))}
      </Command.List>
      {book.isPending && <Skeleton className="h-70 w-full" />}
      {book.isLoadingError && (
        <LoadError
          title={CLIENTS.bookFailed}
          pending={book.isFetching}
          onRetry={() => void book.refetch()}
        />
      )}
      {book.data !== undefined && (
        <ResultCount
          shown={book.data.clients.length}
          count={book.data.count}
          search={search.trim()}
        />
      )}
    </Command>
  );
}

/** The only client found, or the only one whose name begins with the text; null if it is not clear who is meant. */
function namedBy(found: readonly BookEntry[], count: number | undefined, text: string) {
  const typed = text.trim().toLowerCase();
  const isNamed = ({ first_name, last_name }: BookEntry) =>
    [first_name, last_name, `${first_name} ${last_name}`].some((name) =>
      name.toLowerCase().startsWith(typed),
    );
  const [only, ...others] = found.length === 1 ? found : found.filter(isNamed);
  return only === undefined || others.length > 0 || count !== found.length ? null : only;
}

function Entry({
  entry,
  isPicked,
  onPick,
}: {
  entry: BookEntry;
  isPicked: boolean;
  onPick: (entry: BookEntry) => void;
}) {
  const masks = [...new Set(entry.cards.map((card) => card.cc_number))];
  return (
    <Command.Item
      value={String(entry.id)}
      className="menu-item"
      onSelect={() => {
        onPick(entry);
      }}
    >
      <span className="address-book-entry">
        <b>
          {entry.first_name} {entry.last_name}
        </b>
        <span className="hint">{entry.email}</span>
      </span>
      {isPicked && <span className="sr-only">{CLIENTS.chosen}</span>}
      <span className="end flex items-center gap-2">
        {masks.length > 0 && <span className="mono">{masks.join(' ')}</span>}
        {isPicked && <Check aria-hidden="true" />}
      </span>
    </Command.Item>
  );
}

/** No match, or more matches than shown. */
function ResultCount({ shown, count, search }: { shown: number; count: number; search: string }) {
  const sentence =
    count === 0
      ? search === ''
        ? CLIENTS.bookEmpty
        : CLIENTS.noMatch(search)
      : count > shown
        ? CLIENTS.someOf(shown, count)
        : null;
  return (
    <div role="status">
      {sentence !== null && <p className="hint address-book-note">{sentence}</p>}
    </div>
  );
}
