import type { Entitlements } from '@/api/types';
import type { IsoDate } from '@/lib/dates';
import { Calendar } from './calendar';
import { toggleDate } from './draft';
import { messages } from './messages';
import { ProTag } from './option';
import { WizardSection } from './wizard-section';

type Props = {
  dates: readonly IsoDate[];
  used: readonly IsoDate[];
  /** Dates of the edited group that can not be changed any more. */
  closed?: readonly IsoDate[] | undefined;
  today: IsoDate;
  entitlements: Entitlements;
  error: string | undefined;
  onChange: (dates: IsoDate[]) => void;
  onUpgrade: () => void;
};

const NONE: readonly IsoDate[] = [];

export function DateSection({
  dates,
  used,
  closed = NONE,
  today,
  entitlements,
  error,
  onChange,
  onUpgrade,
}: Props) {
  const several = entitlements.max_dates > 1;
  return (
    <WizardSection title="Reservation Date" field="dates_error" error={error}>
      <div className="calrow">
        <Calendar
          chosen={dates}
          used={used}
          closed={closed}
          today={today}
          onToggle={(date) => {
            onChange(toggleDate(dates, date, entitlements.max_dates));
          }}
        />
        <div className="legend">
          <span>
            <i className="dot text-watching" />
            You have a request that day
          </span>
          {closed.length > 0 && <span>{messages.closedDates}</span>}
          {several ? (
            <span aria-live="polite">
              {dates.length > 0 &&
                `${dates.length} ${dates.length === 1 ? 'date' : 'dates'} chosen`}
            </span>
          ) : (
            <button type="button" className="gate-line" onClick={onUpgrade}>
              <ProTag /> Choose several dates
            </button>
          )}
        </div>
      </div>
    </WizardSection>
  );
}
