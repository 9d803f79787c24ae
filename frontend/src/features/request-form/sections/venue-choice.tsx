import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Venue, VenueDetail } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import { Cover } from '@/entities/venue/cover';
import { cutAtWord } from '@/entities/venue/cut-at-word';
import { VENUES } from '@/entities/venue/messages';
import { OwnPage } from '@/entities/venue/own-page';
import { Price } from '@/entities/venue/price';
import { venueQuery } from '@/entities/venue/queries';
import { seatingTypes } from '@/entities/venue/seating';
import { seatingsOf } from '@/entities/venue/selection';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { LockedOption, Option } from './option';

const MOST_TEXT = 300;
/** The server's maximum. */
const MOST_SEATINGS = 6;

/** `onlyNotifies`: the restaurant cannot be booked, and the request is to notify only. */
export type OnConfirmVenue = (
  venue: Venue,
  seatings: readonly string[],
  more: { onlyNotifies: boolean },
) => void;

/** Enough of a venue to load its details. */
export type VenueRef = { id: number; venue_name: string; selectedSittingOption?: string };

type Props = {
  venueRef: VenueRef;
  seatingChoice: boolean;
  onUpgrade: () => void;
  onCancel: () => void;
  onConfirm: OnConfirmVenue;
};

export function VenueChoice({ venueRef, seatingChoice, onUpgrade, onCancel, onConfirm }: Props) {
  const venue = useQuery(venueQuery(venueRef.id));
  const [seating, setSeating] = useState(() => seatingsOf(venueRef));
  const obstacle = venue.data?.obstacle ?? null;
  const isOpen = obstacle === null || obstacle.notifies;
  if (venue.isLoadingError) {
    return (
      <LoadError
        title={VENUES.listFailed}
        pending={venue.isFetching}
        onRetry={() => void venue.refetch()}
      />
    );
  }
  return (
    <div className="venue-choice">
      {venue.data === undefined ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <Facts venue={venue.data} />
      )}
      {obstacle !== null && venue.data !== undefined && (
        <Notice tone="unsuccessful" title={obstacle.message}>
          <OwnPage page={obstacle.page} source={venue.data.reservation_source} />
        </Notice>
      )}
      {venue.data !== undefined && isOpen && (
        <Seating
          types={seatingTypes(venue.data.seating_types)}
          value={seating}
          isOpen={seatingChoice}
          onChange={setSeating}
          onUpgrade={onUpgrade}
        />
      )}
      <div className="venue-choice-foot">
        <Button onClick={onCancel}>{REQUEST_FORM.cancel}</Button>
        <Button
          variant="ink"
          disabled={venue.data === undefined || !isOpen}
          onClick={() => {
            if (venue.data !== undefined) {
              onConfirm(venue.data, seating, { onlyNotifies: obstacle !== null });
            }
          }}
        >
          {obstacle?.notifies === true ? REQUEST_FORM.notifyInstead : REQUEST_FORM.confirm}
        </Button>
      </div>
    </div>
  );
}

function Facts({ venue }: { venue: VenueDetail }) {
  return (
    <>
      <div className="venue-choice-head">
        <Cover venue={venue} />
        <p className="venue-facts">
          <Price value={venue.price} />
          <span>
            {[venue.neighborhood, venue.locality].filter((part) => part !== '').join(', ')}
          </span>
          <span>{platformName(venue.reservation_source)}</span>
        </p>
      </div>
      {venue.need_to_know !== '' && (
        <div>
          <h3>{REQUEST_FORM.needToKnow}</h3>
          <p className="venue-choice-text">{cutAtWord(venue.need_to_know, MOST_TEXT)}</p>
        </div>
      )}
    </>
  );
}

function Seating({
  types,
  value,
  isOpen,
  onChange,
  onUpgrade,
}: {
  types: readonly string[];
  value: readonly string[];
  isOpen: boolean;
  onChange: (seatings: string[]) => void;
  onUpgrade: () => void;
}) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <h3 id={titleId}>{REQUEST_FORM.seating}</h3>
      {isOpen && types.length > 1 && <p className="hint">{REQUEST_FORM.seatingOrder}</p>}
      <div className="options">
        <Option
          centered
          chosen={value.length === 0}
          onClick={() => {
            onChange([]);
          }}
        >
          {REQUEST_FORM.anySeating}
        </Option>
        {isOpen
          ? types.map((type) => (
              <Option
                key={type}
                centered
                chosen={value.includes(type)}
                note={
                  value.length > 1 && value.includes(type) ? value.indexOf(type) + 1 : undefined
                }
                onClick={() => {
                  onChange(
                    value.includes(type)
                      ? value.filter((chosen) => chosen !== type)
                      : [...value, type].slice(-MOST_SEATINGS),
                  );
                }}
              >
                {type}
              </Option>
            ))
          : types.length > 0 && (
              <LockedOption note={types.join(', ')} onClick={onUpgrade}>
                {REQUEST_FORM.choose}
              </LockedOption>
            )}
      </div>
    </div>
  );
}
