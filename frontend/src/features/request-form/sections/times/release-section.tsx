/** The release date and time in New York, and the same instant on the clocks of the restaurant and the user. */
import { useQueries } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { venueQuery } from '@/entities/venue/queries';
import type { IsoDate } from '@/lib/dates';
import { formatDay, formatTime } from '@/lib/format';
import type { SelectedVenue } from '@/entities/venue/selection';
import { localZone } from '@/lib/zones';
import { Button } from '@/ui/button';
import { ChoiceGroup } from '@/ui/choice-group';
import { FieldError, TextField } from '@/ui/field';
import { toast } from '@/ui/toast';
import { LazyCalendar } from '../dates/lazy-calendar';
import type { Draft } from '@/features/request-form/draft/draft';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { Option } from '../option';
import {
  chosenInstant,
  otherClocksText,
  forYouIn,
  RELEASE_TIMES,
  type ReleaseErrors,
} from '@/entities/request/release';
import { SwitchSection } from '../switch-section';
import { isTime } from './time-presets';
import { useKnownRelease, type Release } from './use-known-release';

type Props = {
  draft: Pick<Draft, 'dates' | 'releaseDate' | 'releaseTime' | 'continueAsCancel'>;
  venues: readonly SelectedVenue[];
  /** Today in New York. */
  today: IsoDate;
  errors: ReleaseErrors;
  onDate: (date: IsoDate) => void;
  onTime: (time: string) => void;
  /** Called with the date and time that follow from the restaurant's release rule. */
  onFill: (release: Release) => void;
  onContinue: (continueAsCancel: boolean) => void;
};

export function ReleaseSection(props: Props) {
  const { draft, venues, today, errors, onDate, onTime, onFill, onContinue } = props;
  const titleId = useId();
  const known = useKnownRelease(draft, venues, onFill);
  return (
    <>
      <section className="form-section" aria-labelledby={titleId}>
        <h2 id={titleId}>{REQUEST_FORM.release}</h2>
        <p className="hint">{messages.releaseSectionHelp}</p>
        <p className="hint release-known" aria-live="polite">
          {known}
        </p>
        <div className="columns-2 release-parts">
          <Part
            label={REQUEST_FORM.releaseDate}
            field="release_dates_error"
            error={errors.release_dates_error}
          >
            <DatePart value={draft.releaseDate} today={today} onChange={onDate} />
          </Part>
          <Part
            label={REQUEST_FORM.releaseTime}
            field="release_time_error"
            error={errors.release_time_error}
          >
            <TimePart value={draft.releaseTime} onChange={onTime} />
          </Part>
        </div>
        <OtherClock draft={draft} venues={venues} />
      </section>
      <SwitchSection
        title={REQUEST_FORM.continueAsCancel}
        help={REQUEST_FORM.continueAsCancelHelp}
        value={draft.continueAsCancel}
        onChange={onContinue}
      />
    </>
  );
}

function Part({
  label,
  field,
  error,
  children,
}: {
  label: string;
  field: keyof ReleaseErrors;
  error: string | undefined;
  children: ReactNode;
}) {
  const labelId = useId();
  const errorId = useId();
  return (
    <div className="field">
      <span className="label" id={labelId}>
        {label}
      </span>
      <div
        role="group"
        aria-labelledby={labelId}
        aria-describedby={error === undefined ? undefined : errorId}
        data-field={field}
      >
        {children}
      </div>
      <div aria-live="polite">
        {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  );
}

function DatePart({
  value,
  today,
  onChange,
}: {
  value: IsoDate | null;
  today: IsoDate;
  onChange: (date: IsoDate) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <LazyPopover
      open={isOpen}
      onOpenChange={setIsOpen}
      label={REQUEST_FORM.releaseDay}
      trigger={
        <button type="button" className="option option-field">
          <CalendarDays aria-hidden="true" />
          {value === null ? REQUEST_FORM.pickDay : formatDay(value)}
        </button>
      }
    >
      <LazyCalendar
        chosen={value === null ? [] : [value]}
        today={today}
        onToggle={(date) => {
          onChange(date);
          setIsOpen(false);
        }}
      />
    </LazyPopover>
  );
}

function TimePart({ value, onChange }: { value: string | null; onChange: (time: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPreset = RELEASE_TIMES.some((time) => time === value);
  const custom = isPreset ? null : value;
  return (
    <ChoiceGroup className="options">
      {RELEASE_TIMES.map((time) => (
        <Option
          key={time}
          centered
          chosen={time === value}
          onClick={() => {
            onChange(time);
          }}
        >
          {formatTime(time)}
        </Option>
      ))}
      <LazyPopover
        open={isOpen}
        onOpenChange={setIsOpen}
        label={REQUEST_FORM.customReleaseTime}
        align="end"
        trigger={
          <Option
            centered
            chosen={custom !== null}
            {...(custom === null ? {} : { note: formatTime(custom) })}
          >
            {REQUEST_FORM.custom}
          </Option>
        }
      >
        <CustomTime
          initial={custom ?? ''}
          onSet={(time) => {
            onChange(time);
            setIsOpen(false);
          }}
        />
      </LazyPopover>
    </ChoiceGroup>
  );
}

function CustomTime({ initial, onSet }: { initial: string; onSet: (time: string) => void }) {
  const [time, setTime] = useState(initial);
  const [isWrong, setIsWrong] = useState(false);
  return (
    <div className="custom-time">
      <TextField
        label={REQUEST_FORM.opensAt}
        type="time"
        value={time}
        error={isWrong ? messages.customTimeError : undefined}
        onChange={(event) => {
          setTime(event.target.value);
          setIsWrong(false);
        }}
      />
      <Button
        variant="ink"
        block
        onClick={() => {
          setIsWrong(!isTime(time));
          if (isTime(time)) onSet(time);
          else toast({ title: messages.customTimeError, tone: 'unsuccessful' });
        }}
      >
        {REQUEST_FORM.setTime}
      </Button>
    </div>
  );
}

/** Renders nothing if every clock shows New York's time, and while the restaurants' zones load. */
function OtherClock({ draft, venues }: Pick<Props, 'draft' | 'venues'>) {
  const details = useQueries({ queries: venues.map(({ id }) => venueQuery(id)) });
  const instant = chosenInstant(draft);
  const places = details.flatMap(({ data }) =>
    data === undefined ? [] : [{ zone: data.time_zone, label: `at ${data.venue_name}` }],
  );
  const text =
    instant === null ? null : otherClocksText(instant, [...places, forYouIn(localZone())]);
  return (
    <p className="hint release-elsewhere" aria-live="polite">
      {text}
    </p>
  );
}
