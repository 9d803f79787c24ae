import type { ReactNode } from 'react';
import type { Entitlements } from '@/api/types';
import type { IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { toast } from '@/ui/toast';
import { LazyCalendar } from './lazy-calendar';
import { toggleDate } from '@/features/request-form/draft';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { ProTag } from './option';
import { WizardSection } from './wizard-section';

type Props = {
  dates: readonly IsoDate[];
  used: readonly IsoDate[];
  /** Dates of the edited group that cannot be changed. */
  closed?: readonly IsoDate[] | undefined;
  today: IsoDate;
  entitlements: Entitlements;
  error: string | undefined;
  instead: ReactNode;
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
  instead,
  onChange,
  onUpgrade,
}: Props) {
  const several = entitlements.max_dates > 1;
  return (
    <WizardSection title={REQUEST_FORM.date} field="dates_error" error={error} instead={instead}>
      <div className="calendar-row">
        <LazyCalendar
          chosen={dates}
          used={used}
          closed={closed}
          today={today}
          onToggle={(date) => {
            const next = toggleDate(dates, date, entitlements.max_dates);
            if (next !== null) onChange(next);
            else if (several)
              toast({ title: messages.tooManyDates(entitlements.max_dates), tone: 'seen' });
            else onUpgrade();
          }}
        />
        <div className="legend">
          <span>
            <i className="dot text-watching" />
            {REQUEST_FORM.usedDate}
          </span>
          {closed.length > 0 && <span>{messages.closedDates}</span>}
          {several ? (
            <span aria-live="polite">
              {dates.length > 0 && REQUEST_FORM.chosenDates(dates.length)}
            </span>
          ) : (
            <>
              <button type="button" className="gate-line" onClick={onUpgrade}>
                <ProTag /> {REQUEST_FORM.severalDates}
              </button>
              {dates[0] !== undefined && (
                <span aria-live="polite">{messages.changeDate(formatDay(dates[0]))}</span>
              )}
            </>
          )}
        </div>
      </div>
    </WizardSection>
  );
}
