/** The selected restaurants at the bottom of the venue pages: chips, the others behind +N, and Reserve. */
import { Link } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { selection, type SelectedVenue, useSelection } from '@/entities/venue/selection';
import { useFirstUse } from '@/entities/venue/first-use';
import { useMedia } from '@/lib/use-media';
import { measureBottomBar } from '@/ui/bottom-bar';
import { Button, buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { lazyComponent } from '@/ui/lazy-component';
import { ACTIONS } from './messages';

const SelectionDialog = lazyComponent(
  async () => (await import('./selection-dialog')).SelectionDialog,
);

const CHIPS_WIDE = 4;
const CHIPS_NARROW = 2;

export function SelectionBar() {
  const venues = useSelection();
  return venues.length > 0 && <Bar venues={venues} />;
}

function Bar({ venues }: { venues: readonly SelectedVenue[] }) {
  const wide = useMedia('(min-width: 768px)');
  const [listed, setListed] = useState(false);
  const [isExplained, dismiss] = useFirstUse('select');
  const reserve = useRef<HTMLAnchorElement>(null);
  const shown = venues.slice(0, wide ? CHIPS_WIDE : CHIPS_NARROW);
  const rest = venues.length - shown.length;
  return (
    <section
      ref={measureBottomBar}
      className="selection-bar"
      data-bottom-bar=""
      aria-label={ACTIONS.selection}
    >
      <p className="sr-only" role="status">
        {ACTIONS.selectionCount(venues.length)}
      </p>
      {isExplained && (
        <div className="selection-explained">
          <p>{ACTIONS.explained}</p>
          <Button
            size="sm"
            onClick={() => {
              dismiss();
              // The button is gone; the next step has the focus.
              reserve.current?.focus();
            }}
          >
            {ACTIONS.understood}
          </Button>
        </div>
      )}
      <div>
        <ul className="selection-chips">
          {shown.map((venue) => (
            <li key={venue.id}>
              <Chip
                name={venue.venue_name}
                onRemove={() => {
                  selection.remove(venue.id);
                }}
              />
            </li>
          ))}
          {rest > 0 && (
            <li>
              <button
                type="button"
                className="chip"
                aria-label={ACTIONS.hidden(rest)}
                onClick={() => {
                  setListed(true);
                }}
              >
                +{rest}
              </button>
            </li>
          )}
        </ul>
        <ReserveLink ref={reserve} />
      </div>
      {listed && (
        <SelectionDialog
          onClose={() => {
            setListed(false);
          }}
          footer={<ReserveLink />}
        />
      )}
    </section>
  );
}

function ReserveLink({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Link
      ref={ref}
      to="/reservations/add-reservation"
      className={buttonClass({ variant: 'primary' })}
    >
      {ACTIONS.reserve}
    </Link>
  );
}
