/** Adds the dates of a range, or of some weekdays in it, to the chosen ones. */
import { useId, useState } from 'react';
import { addIsoDays, type IsoDate } from '@/lib/dates';
import { formatWeekday, inReadersOrder } from '@/lib/format';
import { Button } from '@/ui/button';
import { ChoiceGroup } from '@/ui/choice-group';
import { Field } from '@/ui/field';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { datesOfRange, WEEKDAYS, type Weekday } from './date-range';
import { Option } from '../option';

type Props = {
  today: IsoDate;
  /** The largest number of dates of a request. */
  max: number;
  /** Dates that are chosen or cannot be chosen. */
  taken: readonly IsoDate[];
  onAdd: (dates: IsoDate[]) => void;
};

/** A Monday. The names of the weekdays are formatted from the days of its week. */
const MONDAY = '2026-01-05';
const LAST_DAY = 365;

export function RangePanel({ today, max, taken, onAdd }: Props) {
  const weekdaysId = useId();
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState('');
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>([]);
  const found = datesOfRange({ from, until, weekdays }, LAST_DAY).filter(
    (date) => date >= today && !taken.includes(date),
  );
  const room = Math.max(0, max - taken.length);
  const added = found.slice(0, room);
  const bounds = { min: today, max: addIsoDays(today, LAST_DAY) };
  return (
    <div className="date-range">
      <div className="date-range-days">
        <Field label={REQUEST_FORM.rangeFrom}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              {...bounds}
              value={from}
              onChange={(event) => {
                setFrom(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={REQUEST_FORM.rangeTo}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              {...bounds}
              min={from}
              value={until}
              onChange={(event) => {
                setUntil(event.target.value);
              }}
            />
          )}
        </Field>
      </div>
      <h3 id={weekdaysId}>{REQUEST_FORM.weekdays}</h3>
      <ChoiceGroup className="options weekday-options" aria-labelledby={weekdaysId}>
        {inReadersOrder(WEEKDAYS).map((day) => (
          <Option
            key={day}
            centered
            chosen={weekdays.includes(day)}
            onClick={() => {
              setWeekdays(
                weekdays.includes(day)
                  ? weekdays.filter((chosen) => chosen !== day)
                  : [...weekdays, day],
              );
            }}
          >
            {formatWeekday(addIsoDays(MONDAY, day))}
          </Option>
        ))}
      </ChoiceGroup>
      {found.length > room && <p className="hint">{REQUEST_FORM.rangeTooLong(max)}</p>}
      <Button
        disabled={added.length === 0}
        onClick={() => {
          onAdd(added);
        }}
      >
        {REQUEST_FORM.addDates(added.length)}
      </Button>
    </div>
  );
}
