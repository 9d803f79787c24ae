import { BookUser } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { BookEntry } from '@/api/reservation-types';
import { latePanel } from '@/ui/lazy-panel';
import { Popover } from '@/ui/popover';
import { Skeleton } from '@/ui/skeleton';
import { CLIENTS } from './messages';

const BookList = latePanel(
  async () => (await import('./address-book-list')).BookList,
  <Skeleton className="h-70 w-full" />,
);

type Props = {
  picked: BookEntry | null;
  onPick: (entry: BookEntry) => void;
  onClear: () => void;
};

/** The field that says who was picked from the book; a press opens the book. */
export function BookPicker({ picked, onPick, onClear }: Props) {
  const [open, setOpen] = useState(false);
  const labelId = useId();
  const valueId = useId();
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="field book">
      <span className="label" id={labelId}>
        Client book
      </span>
      <div className="input" ref={box}>
        <BookUser aria-hidden="true" />
        <Popover
          open={open}
          onOpenChange={setOpen}
          label="Client book"
          anchor={box}
          trigger={
            <button type="button" className="book-open" aria-labelledby={`${labelId} ${valueId}`}>
              <span id={valueId} className={picked === null ? 'book-none' : undefined}>
                {picked === null ? CLIENTS.pick : `${picked.first_name} ${picked.last_name}`}
              </span>
            </button>
          }
        >
          <BookList
            picked={picked}
            onPick={(entry) => {
              setOpen(false);
              onPick(entry);
            }}
          />
        </Popover>
        {picked !== null && (
          <button type="button" className="link reveal" onClick={onClear}>
            Clear <span className="sr-only">the client</span>
          </button>
        )}
      </div>
    </div>
  );
}
