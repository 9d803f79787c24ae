import { useState, type ReactNode } from 'react';
import type { Entitlements } from '@/api/types';
import type { IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { ChoiceGroup } from '@/ui/choice-group';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { LazyCalendar } from './lazy-calendar';
import { addDates, toggleDate } from '@/features/request-form/draft/draft';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { Option } from '../option';
import { SeveralLine } from '../several-line';
import { WizardSection } from '../wizard-section';

type Props = {
  dates: readonly IsoDate[];
  /** The dates without an offered one, which the first chosen date replaces. */
  chosen: readonly IsoDate[];
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

const RangePanel = lazyPanel(
  async () => (await import('./range-panel')).RangePanel,
  <Skeleton className="h-50 w-full" />,
);

const NONE: readonly IsoDate[] = [];

export function DateSection({
  dates,
  chosen,
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
  const [byRange, setByRange] = useState(false);
  const [replaced, setReplaced] = useState<IsoDate | null>(null);
  const [only] = dates;
  const swap =
    only !== undefined && replaced !== null
      ? { chosen: formatDay(only), replaced: formatDay(replaced) }
      : null;
  const toggle = (date: IsoDate) => {
    const next = toggleDate(chosen, date, entitlements.max_dates);
    if (next === null) {
      toast({ title: messages.tooManyDates(entitlements.max_dates), tone: 'seen' });
      return;
    }
    const [before] = chosen;
    setReplaced(!several && before !== undefined && next[0] !== before ? before : null);
    onChange(next);
  };
  return (
    <WizardSection title={REQUEST_FORM.date} field="dates_error" error={error} instead={instead}>
      {several && (
        <ChoiceGroup className="options date-ways" aria-label={REQUEST_FORM.chooseBy}>
          {[false, true].map((range) => (
            <Option
              key={String(range)}
              chosen={byRange === range}
              onClick={() => {
                setByRange(range);
              }}
            >
              {range ? REQUEST_FORM.byRange : REQUEST_FORM.byDay}
            </Option>
          ))}
        </ChoiceGroup>
      )}
      {several && byRange && (
        <RangePanel
          today={today}
          max={entitlements.max_dates}
          taken={[...dates, ...closed]}
          onAdd={(added) => {
            onChange(addDates(chosen, added));
          }}
        />
      )}
      <div className="calendar-row">
        <LazyCalendar chosen={dates} used={used} closed={closed} today={today} onToggle={toggle} />
        <div className="legend">
          {used.length > 0 && (
            <span>
              <i className="dot text-watching" />
              {REQUEST_FORM.usedDate}
            </span>
          )}
          {closed.length > 0 && (
            <span>
              <i className="dot dot-hollow" />
              {messages.closedDates}
            </span>
          )}
          {several && (
            <span aria-live="polite">
              {dates.length > 0 && REQUEST_FORM.chosenDates(dates.length)}
            </span>
          )}
          <SeveralLine
            swap={swap}
            isPro={several}
            label={REQUEST_FORM.severalDates}
            onKeep={() => {
              if (replaced !== null) onChange(addDates(dates, [replaced]));
              setReplaced(null);
            }}
            onUpgrade={onUpgrade}
          />
        </div>
      </div>
    </WizardSection>
  );
}
