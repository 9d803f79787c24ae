/** The odds of the draft, updated a moment after its last change, and the changes that would raise them. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { OddsChange, RequestFields } from '@/api/reservation-types';
import type { Entitlements } from '@/api/types';
import { toIsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { ODDS } from '@/entities/request/odds/odds-messages';
import { draftOddsQuery } from '@/entities/request/odds/odds-queries';
import { changeText, inHundred, oddsText, sourceText } from '@/entities/request/odds/odds-text';
import { ProTag } from '../sections/option';
import type { Draft } from './draft';
import { appliedChange } from './odds-change';
import './draft-odds.css';

const PAUSE_MS = 500;

type Props = {
  draft: Draft;
  fields: RequestFields;
  plan: Entitlements;
  onChange: (part: Partial<Draft>) => void;
  onUpgrade: () => void;
};

/** Whether the server can state odds for these fields. */
function isComplete({ snipe_type, venues, dates, party_size, start_time }: RequestFields): boolean {
  const hasAll =
    venues.length > 0 && dates.length > 0 && party_size !== null && start_time !== null;
  return snipe_type === 'cancel' && hasAll;
}

/** Null if they are not known. */
function useDraftOdds(fields: RequestFields) {
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
  return isComplete(fields) && odds !== undefined ? odds : null;
}

/** Large, on top of the ticket. */
export function DraftOdds({ fields, unknown }: { fields: RequestFields; unknown: ReactNode }) {
  const odds = useDraftOdds(fields);
  if (odds === null) return unknown;
  return (
    <section className="chance" aria-label={ODDS.title}>
      <p>
        <b>{oddsText(odds)}</b> {ODDS.byDay(formatDay(toIsoDate(new Date(odds.deadline))))}
      </p>
      <p className="hint">{sourceText(odds)}</p>
    </section>
  );
}

/** One press makes a change. A change beyond the plan says so. */
export function OddsChanges({ draft, fields, plan, onChange, onUpgrade }: Props) {
  const changes = useDraftOdds(fields)?.changes ?? [];
  if (changes.length === 0) return null;
  const button = (change: OddsChange) => {
    const part = appliedChange(change, draft, plan);
    return (
      <button
        type="button"
        className="chance-change"
        onClick={() => {
          if (part === null) onUpgrade();
          else onChange(part);
        }}
      >
        <b>{inHundred(change.probability)}</b> <span>{changeText(change)}</span>
        {part === null && <ProTag />}
      </button>
    );
  };
  return (
    <section className="chance-changes" aria-label={ODDS.raise}>
      <p className="hint">{ODDS.raise}</p>
      <ul>
        {changes.map((change) => (
          <li key={change.kind}>{button(change)}</li>
        ))}
      </ul>
    </section>
  );
}
