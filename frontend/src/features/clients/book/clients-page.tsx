/** The concierge's client book as a page: search, add, change, delete, import and export. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download, Plus, Search, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/api/errors';
import type { BookEntry } from '@/api/reservation-types';
import { cn } from '@/lib/cn';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { Button, buttonClass } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { addressBookQuery } from '../queries';
import type { BookSearch } from './book-search';
import { ClientTable } from './client-table';
import { BOOK } from './messages';
import { useExport } from './mutations';
import './clients-page.css';

const ImportDialog = lazyComponent(async () => (await import('../import-dialog')).ImportDialog);
const ClientDialog = lazyComponent(async () => (await import('./client-dialog')).ClientDialog);

type Open = 'import' | 'add' | BookEntry['id'] | null;

export function ClientsPage({ search }: { search: BookSearch }) {
  const text = search.q ?? '';
  const page = Number(search.page ?? 1);
  const book = useQuery(addressBookQuery(text, page));
  const save = useExport();
  const [open, setOpen] = useState<Open>(null);
  const isEmpty = book.data?.count === 0 && text === '';
  const isRefused = book.error instanceof ApiError && book.error.status === 403;
  const close = () => {
    setOpen(null);
  };

  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <PageTitle>{BOOK.title}</PageTitle>
          <p>{isRefused ? BOOK.notYours : BOOK.lead}</p>
        </div>
        {!isRefused && (
          <div className="clients-actions">
            <Button
              {...ImportDialog.preloadProps}
              onClick={() => {
                setOpen('import');
              }}
            >
              <Upload aria-hidden="true" />
              {BOOK.importClients}
            </Button>
            <Button
              disabled={book.data === undefined || isEmpty}
              pending={save.isPending}
              pendingLabel={BOOK.exporting}
              onClick={() => {
                save.mutate();
              }}
            >
              <Download aria-hidden="true" />
              {BOOK.exportClients}
            </Button>
            <Button
              variant="primary"
              {...ClientDialog.preloadProps}
              onClick={() => {
                setOpen('add');
              }}
            >
              <Plus aria-hidden="true" />
              {BOOK.add}
            </Button>
          </div>
        )}
      </div>
      {isRefused ? (
        <Link to="/reservations" className={buttonClass()}>
          {BOOK.toList}
        </Link>
      ) : (
        <>
          <BookSearchBox value={text} />
          <p className="hint clients-count" role="status">
            {book.data === undefined || isEmpty
              ? ''
              : book.data.count === 0
                ? BOOK.noMatch(text)
                : text === ''
                  ? BOOK.count(book.data.count)
                  : BOOK.matches(book.data.count)}
          </p>
          {book.isLoadingError && (
            <LoadError
              title={BOOK.failed}
              pending={book.isFetching}
              onRetry={() => void book.refetch()}
            />
          )}
          {book.isPending && <BookSkeleton />}
          {isEmpty && (
            <div className="blank">
              <p>{BOOK.empty}</p>
            </div>
          )}
          {book.data !== undefined && book.data.clients.length > 0 && (
            <div className={cn(book.isPlaceholderData && 'clients-stale')}>
              <ClientTable clients={book.data.clients} onOpen={setOpen} />
              <PageLinks page={page} pages={book.data.pages} />
            </div>
          )}
        </>
      )}
      {open === 'import' && <ImportDialog onClose={close} />}
      {open !== null && open !== 'import' && (
        <ClientDialog
          client={book.data?.clients.find(({ id }) => id === open) ?? null}
          onClose={close}
        />
      )}
    </main>
  );
}

function BookSearchBox({ value }: { value: string }) {
  const navigate = useNavigate();
  const { text, type, set } = useDebouncedText(value, (typed) => {
    const q = typed.trim();
    // A new search begins on its first page.
    void navigate({
      to: '/clients',
      search: q === '' ? {} : { q },
      replace: true,
      resetScroll: false,
    });
  });
  return (
    <div className="input clients-search" role="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        aria-label={BOOK.search}
        placeholder={BOOK.searchHint}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) set(text);
        }}
        onChange={({ target }) => {
          if (target.value === '') set('');
          else type(target.value);
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className="icon-btn mr-minus-3"
          aria-label={BOOK.clearSearch}
          onClick={() => {
            set('');
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function PageLinks({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null;
  const link = (to: number, label: string) => (
    <Link
      to="/clients"
      search={({ q }) => ({ q, page: to === 1 ? undefined : String(to) })}
      className={buttonClass({ size: 'sm' })}
    >
      {label}
    </Link>
  );
  return (
    <nav className="clients-pages" aria-label={BOOK.pages}>
      {page > 1 && link(page - 1, BOOK.previous)}
      <span className="hint">{BOOK.page(page, pages)}</span>
      {page < pages && link(page + 1, BOOK.next)}
    </nav>
  );
}

function BookSkeleton() {
  return (
    <section aria-busy="true">
      <p className="sr-only" role="status">
        {BOOK.loading}
      </p>
      <div className="grid gap-2" aria-hidden="true">
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </div>
    </section>
  );
}
