import { BookUser } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { BookEntry } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Popover } from '@/ui/overlays/popover';
import { Skeleton } from '@/ui/skeleton';
import { CLIENTS } from './messages';

const AddressBookList = lazyPanel(
  async () => (await import('./address-book-list')).AddressBookList,
  <Skeleton className="h-70 w-full" />,
);

const ImportDialog = lazyComponent(async () => (await import('./import-dialog')).ImportDialog);

type Props = {
  picked: BookEntry | null;
  opensAtFirst?: boolean;
  onPick: (entry: BookEntry) => void;
  onClear: () => void;
};

/** The field with the client picked from the address book; a click opens the book. Below it, the import of clients. */
export function AddressBookPicker({ picked, opensAtFirst = false, onPick, onClear }: Props) {
  const [open, setOpen] = useState(opensAtFirst);
  const [isImporting, setIsImporting] = useState(false);
  const labelId = useId();
  const valueId = useId();
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="field address-book">
      <span className="label" id={labelId}>
        {CLIENTS.book}
      </span>
      <div className="input" ref={box}>
        <BookUser aria-hidden="true" />
        <Popover
          open={open}
          onOpenChange={setOpen}
          label={CLIENTS.book}
          anchor={box}
          trigger={
            <button
              type="button"
              className="address-book-open"
              aria-labelledby={`${labelId} ${valueId}`}
            >
              <span id={valueId} className={picked === null ? 'address-book-empty' : undefined}>
                {picked === null ? CLIENTS.pick : `${picked.first_name} ${picked.last_name}`}
              </span>
            </button>
          }
        >
          <AddressBookList
            picked={picked}
            onPick={(entry) => {
              setOpen(false);
              onPick(entry);
            }}
          />
        </Popover>
        {picked !== null && (
          <button type="button" className="link reveal" onClick={onClear}>
            {CLIENTS.clear} <span className="sr-only">{CLIENTS.clearWhat}</span>
          </button>
        )}
      </div>
      <Button
        size="sm"
        className="justify-self-start"
        {...ImportDialog.preloadProps}
        onClick={() => {
          setIsImporting(true);
        }}
      >
        {CLIENTS.importClients}
      </Button>
      {isImporting && (
        <ImportDialog
          onClose={() => {
            setIsImporting(false);
          }}
        />
      )}
    </div>
  );
}
