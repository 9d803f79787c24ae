/** The sections about when the table is to be: dates, times, the release or the final day, and the repetition. */
import type { ReactNode } from 'react';
import type { Entitlements } from '@/api/types';
import { today as localToday, type IsoDate } from '@/lib/dates';
import { moved } from '@/lib/moved';
import { todayInNewYork } from '@/entities/request/release';
import type { SelectedVenue } from '@/entities/venue/selection';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import { chosenDates, notifies, wantsOneTable, type Draft } from '../draft/draft';
import type { Editing } from '../edit';
import { repeatHelp } from '../repeat-help';
import { useZoneNote } from '../use-zone-note';
import type { ErrorField, WizardErrors } from '../wizard-schema';
import { DateSection } from './dates/date-section';
import { FinalSection } from './final-section';
import { TablesSection } from './tables-section';
import { TimeSection } from './times/time-section';

const ReleaseSection = lazyPanel(
  async () =>
    (await import('@/features/request-form/sections/times/release-section')).ReleaseSection,
  <div className="form-section">
    <Skeleton className="h-50 w-full" />
  </div>,
);
const RepeatSection = lazyPanel(
  async () => (await import('@/features/request-form/sections/dates/repeat-section')).RepeatSection,
);

type Props = {
  draft: Draft;
  venues: readonly SelectedVenue[];
  /** Null for a new request. */
  editing: Editing | null;
  /** The dates of the user's other requests. */
  used: readonly IsoDate[];
  entitlements: Entitlements;
  errors: WizardErrors;
  /** What to do instead, below an error of the dates. */
  instead: ReactNode;
  /** Changes the draft and clears the error of the field. */
  onSet: (field: ErrorField, part: Partial<Draft>) => void;
  onChange: (part: Partial<Draft>) => void;
  onClear: (...fields: ErrorField[]) => void;
  onUpgrade: () => void;
};

export function WhenSections(props: Props) {
  const { draft, venues, editing, used, entitlements, errors, instead } = props;
  const { onSet, onChange, onClear, onUpgrade } = props;
  const today = localToday();
  const zoneNote = useZoneNote(venues, draft.dates[0] ?? today);
  return (
    <>
      <DateSection
        dates={draft.dates}
        chosen={chosenDates(draft)}
        used={used}
        closed={editing?.closed}
        today={today}
        entitlements={entitlements}
        error={errors.dates_error}
        instead={instead}
        onChange={(dates) => {
          onSet('dates_error', { dates, offeredDay: null });
        }}
        onUpgrade={onUpgrade}
      />
      {draft.dates.length > 1 && !notifies(draft) && (
        <TablesSection
          dates={draft.dates}
          oneTable={wantsOneTable(draft)}
          hasTable={editing?.hasTable === true}
          error={errors.one_table_error}
          onChange={(one) => {
            onSet('one_table_error', { oneTable: one });
          }}
          onMove={(from, to) => {
            onChange({ dates: moved(draft.dates, from, to) });
          }}
        />
      )}
      <TimeSection
        value={draft.time}
        more={draft.moreTimes}
        zone={zoneNote}
        entitlements={entitlements}
        error={errors.times_error}
        onChange={(time) => {
          onSet('times_error', { time });
        }}
        onMore={(moreTimes) => {
          onSet('times_error', { moreTimes });
        }}
        onUpgrade={onUpgrade}
      />
      {draft.snipeType === 'release' ? (
        <ReleaseSection
          draft={draft}
          venues={venues}
          today={todayInNewYork()}
          errors={errors}
          onDate={(releaseDate) => {
            // Date and time may be past together, which is shown at the time.
            onClear('release_time_error');
            onSet('release_dates_error', { releaseDate });
          }}
          onTime={(releaseTime) => {
            onSet('release_time_error', { releaseTime });
          }}
          onFill={(release) => {
            onClear('release_dates_error');
            onSet('release_time_error', release);
          }}
          onContinue={(continueAsCancel) => {
            onChange({ continueAsCancel });
          }}
        />
      ) : (
        <FinalSection
          value={draft.finalSnipe}
          dates={draft.dates}
          today={today}
          error={errors.final_snipe_error}
          onChange={(finalSnipe) => {
            onSet('final_snipe_error', { finalSnipe });
          }}
        />
      )}
      {editing === null && (
        <RepeatSection
          dates={draft.dates}
          value={draft.repeatUntil}
          error={errors.repeat_error}
          help={repeatHelp(draft)}
          onChange={(repeatUntil) => {
            onSet('repeat_error', { repeatUntil });
          }}
        />
      )}
    </>
  );
}
