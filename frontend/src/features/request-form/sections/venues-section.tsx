/** The chosen restaurants as rows with seating and warning, and the button to add another. */
import { Plus, TriangleAlert, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Entitlements } from '@/api/types';
import { seatingsOf, type SelectedVenue } from '@/entities/venue/selection';
import { platformName } from '@/entities/platform/platforms';
import { Cover } from '@/entities/venue/cover';
import { Price } from '@/entities/venue/price';
import { Button, IconButton } from '@/ui/button';
import { RankedList, type RankedItem } from '@/ui/ranked-list';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { ProTag } from './option';
import { SeveralLine } from './several-line';
import { WizardSection } from './wizard-section';

type Props = {
  venues: readonly SelectedVenue[];
  entitlements: Entitlements;
  /** Ids of the venues where the user has an active request or a booking. */
  existing: ReadonlySet<number>;
  error: string | undefined;
  /** A seating that one of the restaurants does not have. */
  seatingError: string | undefined;
  instead: ReactNode;
  /** Whether the order of the restaurants counts. */
  ranked: boolean;
  /** The restaurant that the chosen one replaced, where the plan includes one. */
  replaced: SelectedVenue | null;
  onMove: (from: number, to: number) => void;
  onKeep: (venue: SelectedVenue) => void;
  onAdd: () => void;
  onSeating: (venue: SelectedVenue) => void;
  onRemove: (venue: SelectedVenue) => void;
  onUpgrade: () => void;
};

export function VenuesSection({
  venues,
  entitlements,
  existing,
  error,
  seatingError,
  instead,
  ranked,
  replaced,
  ...on
}: Props) {
  const statusId = useId();
  const [only] = venues;
  const isPro = entitlements.max_venues > 1;
  return (
    <WizardSection
      title={REQUEST_FORM.restaurants}
      field="venues_error"
      error={error ?? seatingError}
      instead={instead}
    >
      {venues.length > 0 && (
        <div data-field="table_type_error">
          <Rows ranked={ranked} onMove={on.onMove}>
            {venues.map((venue) => ({
              key: venue.id,
              name: venue.venue_name,
              content: (
                <>
                  <VenueRow venue={venue} seatingChoice={entitlements.seating_choice} {...on} />
                  {existing.has(venue.id) && (
                    <p className="venue-warning">
                      <TriangleAlert aria-hidden="true" />
                      {messages.activeTask}
                    </p>
                  )}
                </>
              ),
            }))}
          </Rows>
        </div>
      )}
      <div className="add-venue-row">
        <Button onClick={on.onAdd} aria-describedby={statusId}>
          <Plus aria-hidden="true" />
          {REQUEST_FORM.addRestaurant}
        </Button>
        <SeveralLine
          swap={
            only !== undefined && replaced !== null
              ? { chosen: only.venue_name, replaced: replaced.venue_name }
              : null
          }
          isPro={isPro}
          label={REQUEST_FORM.several}
          statusId={statusId}
          onKeep={() => {
            if (replaced !== null) on.onKeep(replaced);
          }}
          onUpgrade={on.onUpgrade}
        />
      </div>
    </WizardSection>
  );
}

function seatingText(venue: SelectedVenue): string {
  const seatings = seatingsOf(venue);
  return seatings.length === 0 ? REQUEST_FORM.anySeating : seatings.join(REQUEST_FORM.then);
}

/** The rows in the user's order if the order counts, else a plain list. */
function Rows({
  ranked,
  onMove,
  children,
}: {
  ranked: boolean;
  onMove: (from: number, to: number) => void;
  children: readonly RankedItem[];
}) {
  if (ranked) {
    return (
      <>
        <p className="hint">{REQUEST_FORM.venueOrder}</p>
        <RankedList label={REQUEST_FORM.restaurants} items={children} onMove={onMove} />
      </>
    );
  }
  return (
    <ul className="venue-rows">
      {children.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ul>
  );
}

function VenueRow({
  venue,
  seatingChoice,
  onSeating,
  onRemove,
  onUpgrade,
}: { venue: SelectedVenue; seatingChoice: boolean } & Pick<
  Props,
  'onSeating' | 'onRemove' | 'onUpgrade'
>) {
  return (
    <div className="venue-row">
      <Cover venue={venue} />
      <div>
        <h3>{venue.venue_name}</h3>
        <p className="venue-facts">
          <span>{venue.neighborhood}</span>
          <Price value={venue.price} />
          <span>{platformName(venue.reservation_source)}</span>
        </p>
        <p className="venue-seating">
          {REQUEST_FORM.seating}:{' '}
          {seatingChoice ? (
            <>
              <b>{seatingText(venue)}</b>{' '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  onSeating(venue);
                }}
              >
                {REQUEST_FORM.change}{' '}
                <span className="sr-only">{REQUEST_FORM.changeSeating(venue.venue_name)}</span>
              </button>
            </>
          ) : (
            <button type="button" className="gate-line" onClick={onUpgrade}>
              {REQUEST_FORM.anySeating} <ProTag />
            </button>
          )}
        </p>
      </div>
      <IconButton
        label={REQUEST_FORM.remove(venue.venue_name)}
        onClick={() => {
          onRemove(venue);
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
