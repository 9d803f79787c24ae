/** The odds of the draft, updated a moment after its last change. Nothing is shown if too little is known. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RequestFields } from '@/api/reservation-types';
import { draftOddsQuery } from '@/entities/request/odds/odds-queries';
import { OddsLine } from '@/entities/request/odds/odds-line';

const PAUSE_MS = 500;

type Props = { fields: RequestFields; className: string };

/** Whether the server can state odds for these fields. */
function isComplete({ snipe_type, venues, dates, party_size, start_time }: RequestFields): boolean {
  const hasAll =
    venues.length > 0 && dates.length > 0 && party_size !== null && start_time !== null;
  return snipe_type === 'cancel' && hasAll;
}

export function DraftOdds({ fields, className }: Props) {
  const [asked, setAsked] = useState(fields);
  const text = JSON.stringify(fields);
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked((before) => (JSON.stringify(before) === text ? before : fields));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the text names every field
  }, [text]);
  const { data: odds } = useQuery({ ...draftOddsQuery(asked), enabled: isComplete(asked) });
  if (!isComplete(fields) || odds === undefined || odds === null) return null;
  return (
    <div className={className}>
      <OddsLine odds={odds} />
    </div>
  );
}
