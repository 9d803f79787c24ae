/** The odds of the draft, a moment after its last change. Nothing is shown where too little is known. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReservationBody } from '@/api/reservation-types';
import { draftOddsQuery } from '@/entities/request/odds/odds-queries';
import { OddsLine } from '@/entities/request/odds/odds-line';

const PAUSE_MS = 500;

type Props = { body: ReservationBody; className: string };

export function DraftOdds({ body, className }: Props) {
  const {
    snipe_type: type,
    venues,
    dates,
    party_size: party,
    start_time: start,
  } = body.reservation;
  const [asked, setAsked] = useState(body);
  const text = JSON.stringify(body.reservation);
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked((before) => (JSON.stringify(before.reservation) === text ? before : body));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
    // The text names every field of the body that counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);
  const isComplete =
    type === 'cancel' &&
    venues.length > 0 &&
    dates.length > 0 &&
    typeof party === 'number' &&
    typeof start === 'string';
  const { data: odds } = useQuery({ ...draftOddsQuery(asked), enabled: isComplete });
  if (!isComplete || odds === undefined || odds === null) return null;
  return (
    <div className={className}>
      <OddsLine odds={odds} />
    </div>
  );
}
