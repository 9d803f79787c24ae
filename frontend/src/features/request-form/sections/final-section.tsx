import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { ChoiceGroup } from '@/ui/choice-group';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { LazyCalendar } from './dates/lazy-calendar';
import {
  FINAL_SNIPE_PRESETS,
  finalSnipeDate,
  finalSnipeError,
  firstDate,
  latestFinalDay,
  type FinalSnipe,
} from '@/entities/request/final-snipe';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { Option } from './option';
import { WizardSection } from './wizard-section';

type Props = {
  value: FinalSnipe | null;
  dates: readonly IsoDate[];
  today: IsoDate;
  error: string | undefined;
  onChange: (choice: FinalSnipe | null) => void;
};

/** Optional. A choice that is not possible says why when it is clicked; a second click removes a choice. */
export function FinalSection({ value, dates, today, error, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [refused, setRefused] = useState<FinalSnipe | null>(null);
  const first = firstDate(dates);
  const picked = value !== null && 'on' in value ? value.on : null;
  // The refused choice is explained until the dates allow it, and so is a choice that became invalid.
  const why = finalSnipeError(refused, dates, today) ?? finalSnipeError(value, dates, today);

  const choose = (choice: FinalSnipe, isChosen: boolean) => {
    setRefused(choice);
    if (isChosen) onChange(null);
    else if (finalSnipeError(choice, dates, today) === null) onChange(choice);
  };
  return (
    <WizardSection
      title={REQUEST_FORM.final}
      hint={messages.finalHelp}
      field="final_snipe_error"
      error={why ?? error}
    >
      <ChoiceGroup className="options">
        {FINAL_SNIPE_PRESETS.map((daysBefore) => {
          const day = finalSnipeDate({ daysBefore }, dates);
          const chosen = value !== null && 'daysBefore' in value && value.daysBefore === daysBefore;
          return (
            <Option
              key={daysBefore}
              chosen={chosen}
              {...(day === null ? { description: REQUEST_FORM.noDate } : { note: formatDay(day) })}
              onClick={() => {
                choose({ daysBefore }, chosen);
              }}
            >
              {REQUEST_FORM.daysBefore[daysBefore]}
            </Option>
          );
        })}
        <LazyPopover
          open={isOpen && first !== null}
          onOpenChange={(open) => {
            setIsOpen(open);
            // Without a date there is nothing to count from: the section says so instead of opening the calendar.
            if (open && first === null) setRefused({ on: today });
          }}
          label={REQUEST_FORM.finalDay}
          trigger={
            <Option
              chosen={picked !== null}
              {...(picked === null
                ? { description: REQUEST_FORM.pickDay }
                : { note: formatDay(picked) })}
            >
              <CalendarDays aria-hidden="true" />
            </Option>
          }
        >
          <LazyCalendar
            chosen={picked === null ? [] : [picked]}
            today={today}
            until={first === null ? undefined : latestFinalDay(first)}
            onToggle={(on) => {
              choose({ on }, on === picked);
              setIsOpen(false);
            }}
          />
        </LazyPopover>
      </ChoiceGroup>
    </WizardSection>
  );
}
