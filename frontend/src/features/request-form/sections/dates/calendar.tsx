/** The month grid with our own classes. Days before today are disabled (specification §5). */
import { addYears } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker, type Matcher } from 'react-day-picker';
import { toIsoDate, toLocalDate, type IsoDate } from '@/lib/dates';
import { firstWeekday, formatDay, formatMonth } from '@/lib/format';
import { REQUEST_FORM } from '@/features/request-form/messages';
import './calendar.css';

type Props = {
  chosen: readonly IsoDate[];
  /** Days with a dot: the user has a request then. */
  used?: readonly IsoDate[];
  /** Days with a hollow dot that cannot be chosen, because their reservations are decided. */
  closed?: readonly IsoDate[];
  today: IsoDate;
  /** The last day that can be chosen. */
  until?: IsoDate | undefined;
  onToggle: (date: IsoDate) => void;
};

const NONE: readonly IsoDate[] = [];

export function Calendar({ chosen, used = NONE, closed = NONE, today, until, onToggle }: Props) {
  const first = toLocalDate(today);
  const disabled: Matcher[] = [{ before: first }, ...closed.map(toLocalDate)];
  if (until !== undefined) disabled.push({ after: toLocalDate(until) });
  return (
    <DayPicker
      mode="multiple"
      weekStartsOn={firstWeekday()}
      selected={chosen.map(toLocalDate)}
      onSelect={(_dates, day) => {
        onToggle(toIsoDate(day));
      }}
      defaultMonth={toLocalDate(chosen[0] ?? today)}
      startMonth={first}
      endMonth={addYears(first, 1)}
      disabled={disabled}
      modifiers={{
        used: used.filter((date) => !closed.includes(date)).map(toLocalDate),
        closed: closed.map(toLocalDate),
      }}
      modifiersClassNames={{ used: 'calendar-used', closed: 'calendar-closed' }}
      formatters={{ formatCaption: (month) => formatMonth(month) }}
      labels={{
        labelDayButton: (day, { used: isUsed, closed: isClosed, selected }) =>
          [
            formatDay(toIsoDate(day)),
            isUsed === true ? REQUEST_FORM.usedDay : '',
            isClosed === true ? REQUEST_FORM.closedDay : '',
            selected === true ? REQUEST_FORM.chosenDay : '',
          ]
            .filter((part) => part !== '')
            .join(', '),
      }}
      classNames={{
        root: 'calendar',
        months: 'calendar-months',
        month_caption: 'calendar-caption',
        nav: 'calendar-nav',
        button_previous: 'icon-btn',
        button_next: 'icon-btn',
        month_grid: 'calendar-grid',
        weekday: 'calendar-weekday',
        day: 'calendar-day',
        selected: 'calendar-chosen',
        outside: 'calendar-outside',
        disabled: 'cal-disabled',
      }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? (
            <ChevronLeft aria-hidden="true" />
          ) : (
            <ChevronRight aria-hidden="true" />
          ),
      }}
    />
  );
}
