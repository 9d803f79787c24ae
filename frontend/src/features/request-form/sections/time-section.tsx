import { useState } from 'react';
import type { Entitlements } from '@/api/types';
import { formatTimeRange } from '@/lib/format';
import { Button } from '@/ui/button';
import { FieldError, TextField } from '@/ui/field';
import { LazyPopover } from '@/ui/lazy-popover';
import { toast } from '@/ui/toast';
import { messages } from '@/entities/request/messages';
import { LockedOption, Option } from './option';
import { isPreset, isValidWindow, sameWindow, TIME_PRESETS, type TimeWindow } from './time-presets';
import { WizardSection } from './wizard-section';

type Props = {
  value: TimeWindow | null;
  entitlements: Entitlements;
  error: string | undefined;
  onChange: (time: TimeWindow) => void;
  onUpgrade: () => void;
};

export function TimeSection({ value, entitlements, error, onChange, onUpgrade }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const custom = value !== null && !isPreset(value) ? value : null;
  return (
    <WizardSection title="Reservation Time" field="times_error" error={error}>
      <div className="options options-3">
        {TIME_PRESETS.map(({ label, start, end }) => (
          <Option
            key={label}
            chosen={sameWindow({ start, end }, value)}
            note={formatTimeRange(start, end)}
            onClick={() => {
              onChange({ start, end });
            }}
          >
            {label}
          </Option>
        ))}
        {entitlements.custom_time ? (
          <LazyPopover
            open={isOpen}
            onOpenChange={setIsOpen}
            label="Custom time"
            trigger={
              <Option
                wide
                chosen={custom !== null}
                {...(custom === null
                  ? { description: 'Any start and end' }
                  : { note: formatTimeRange(custom.start, custom.end) })}
              >
                Custom
              </Option>
            }
          >
            <CustomTime
              initial={custom}
              onSet={(time) => {
                onChange(time);
                setIsOpen(false);
              }}
            />
          </LazyPopover>
        ) : (
          <LockedOption wide note="Any start and end" onClick={onUpgrade}>
            Custom
          </LockedOption>
        )}
      </div>
    </WizardSection>
  );
}

function CustomTime({
  initial,
  onSet,
}: {
  initial: TimeWindow | null;
  onSet: (time: TimeWindow) => void;
}) {
  const [start, setStart] = useState(initial?.start ?? '');
  const [end, setEnd] = useState(initial?.end ?? '');
  const [isWrong, setIsWrong] = useState(false);
  return (
    <div className="custom-time">
      <div className="columns-2">
        <TextField
          label="From"
          type="time"
          value={start}
          onChange={(event) => {
            setStart(event.target.value);
          }}
        />
        <TextField
          label="To"
          type="time"
          value={end}
          onChange={(event) => {
            setEnd(event.target.value);
          }}
        />
      </div>
      {isWrong && <FieldError>{messages.customTimeError}</FieldError>}
      <Button
        variant="ink"
        block
        onClick={() => {
          const isValid = isValidWindow({ start, end });
          setIsWrong(!isValid);
          if (isValid) onSet({ start, end });
          else toast({ title: messages.customTimeError, tone: 'unsuccessful' });
        }}
      >
        Set time
      </Button>
    </div>
  );
}
