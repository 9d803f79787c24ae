/** Whether the request is filed again each week, and until when. Only for a new request. */
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { addIsoDays, type IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { LazyCalendar } from './lazy-calendar';
import { SwitchSection } from '../switch-section';
import './repeat-section.css';

type Props = {
  dates: readonly IsoDate[];
  value: IsoDate | null;
  error: string | undefined;
  /** When each request is filed. */
  help: string;
  onChange: (until: IsoDate | null) => void;
};

const WEEK = 7;
const DEFAULT_WEEKS = 8;

export function RepeatSection({ dates, value, error, help, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [refused, setRefused] = useState(false);
  const last = [...dates].sort().at(-1) ?? null;
  const isWithoutDate = refused && last === null;
  return (
    <SwitchSection
      title={REQUEST_FORM.repeat}
      help={help}
      value={value !== null}
      field="repeat_error"
      error={isWithoutDate ? REQUEST_FORM.noRepeatYet : error}
      onChange={(isOn) => {
        setRefused(isOn && last === null);
        onChange(isOn && last !== null ? addIsoDays(last, DEFAULT_WEEKS * WEEK) : null);
      }}
    >
      {value !== null && (
        <div className="field repeat-until">
          <span className="label">{REQUEST_FORM.repeatUntil}</span>
          <LazyPopover
            open={isOpen}
            onOpenChange={setIsOpen}
            label={REQUEST_FORM.repeatUntil}
            trigger={
              <button
                type="button"
                className="option option-field"
                aria-label={`${REQUEST_FORM.repeatUntil} ${formatDay(value)}`}
              >
                <CalendarDays aria-hidden="true" />
                {formatDay(value)}
              </button>
            }
          >
            <LazyCalendar
              chosen={[value]}
              today={last === null ? value : addIsoDays(last, 1)}
              onToggle={(day) => {
                onChange(day);
                setIsOpen(false);
              }}
            />
          </LazyPopover>
        </div>
      )}
    </SwitchSection>
  );
}
