import { useState } from 'react';
import type { Entitlements } from '@/api/types';
import { formatTimeRange } from '@/lib/format';
import { Button } from '@/ui/button';
import { ChoiceGroup } from '@/ui/choice-group';
import { FieldError, TextField } from '@/ui/field';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { toast } from '@/ui/toast';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { LockedOption, Option } from '../option';
import { isPreset, isValidWindow, sameWindow, TIME_PRESETS, type TimeWindow } from './time-presets';

type Props = {
  value: TimeWindow | null;
  entitlements: Entitlements;
  onChange: (time: TimeWindow) => void;
  /** Opens the plans. With null, choices that the plan does not include are left out. */
  onUpgrade: (() => void) | null;
};

/** Three presets, or with Pro any start and end. */
export function TimeChoice({ value, entitlements, onChange, onUpgrade }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const custom = value !== null && !isPreset(value) ? value : null;
  return (
    <ChoiceGroup className="options options-3">
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
          label={REQUEST_FORM.customTime}
          trigger={
            <Option
              wide
              chosen={custom !== null}
              {...(custom === null
                ? { description: REQUEST_FORM.customTimeNote }
                : { note: formatTimeRange(custom.start, custom.end) })}
            >
              {REQUEST_FORM.custom}
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
        onUpgrade !== null && (
          <LockedOption wide note={REQUEST_FORM.customTimeNote} onClick={onUpgrade}>
            {REQUEST_FORM.custom}
          </LockedOption>
        )
      )}
    </ChoiceGroup>
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
          label={REQUEST_FORM.from}
          type="time"
          value={start}
          onChange={(event) => {
            setStart(event.target.value);
          }}
        />
        <TextField
          label={REQUEST_FORM.to}
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
        {REQUEST_FORM.setTime}
      </Button>
    </div>
  );
}
