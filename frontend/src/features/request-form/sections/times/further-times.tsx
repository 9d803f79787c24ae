/** The times of a request after the first one. The user adds, changes and removes them, each with a start and end. */
import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '@/ui/button';
import { TextField } from '@/ui/field';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { ProTag } from '../option';
import { MAX_TIMES, type TimeWindow } from './time-presets';
import './further-times.css';

type Props = {
  value: readonly TimeWindow[];
  /** Null if the plan includes further times; else opens the plans. */
  onUpgrade: (() => void) | null;
  onChange: (times: TimeWindow[]) => void;
};

const NEW_TIME: TimeWindow = { start: '', end: '' };

export function FurtherTimes({ value, onUpgrade, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<'new' | 'add' | null>(null);
  // The focus moves to a new time; after a time is removed, it moves to the button.
  useEffect(() => {
    if (focusNext.current === 'new')
      list.current?.querySelector<HTMLInputElement>(':scope > :last-child input')?.focus();
    if (focusNext.current === 'add') add.current?.focus();
    focusNext.current = null;
  }, [value.length]);
  if (onUpgrade !== null) {
    return (
      <button type="button" className="gate-line" onClick={onUpgrade}>
        <ProTag /> {REQUEST_FORM.addTime}
      </button>
    );
  }
  return (
    <div className="further-times">
      {value.length > 0 && (
        <>
          <p className="hint">{REQUEST_FORM.timesHelp}</p>
          <div ref={list}>
            {value.map(({ start, end }, index) => {
              const place = index + 2;
              const set = (changed: Partial<TimeWindow>) => {
                onChange(value.map((time, at) => (at === index ? { ...time, ...changed } : time)));
              };
              return (
                <div key={index} role="group" aria-label={REQUEST_FORM.furtherTime(place)}>
                  <TextField
                    label={REQUEST_FORM.from}
                    type="time"
                    value={start}
                    onChange={(event) => {
                      set({ start: event.target.value });
                    }}
                  />
                  <TextField
                    label={REQUEST_FORM.to}
                    type="time"
                    value={end}
                    onChange={(event) => {
                      set({ end: event.target.value });
                    }}
                  />
                  <IconButton
                    label={REQUEST_FORM.removeTime(place)}
                    onClick={() => {
                      focusNext.current = 'add';
                      onChange(value.filter((_, at) => at !== index));
                    }}
                  >
                    <X aria-hidden="true" />
                  </IconButton>
                </div>
              );
            })}
          </div>
        </>
      )}
      {value.length + 1 < MAX_TIMES && (
        <Button
          ref={add}
          onClick={() => {
            focusNext.current = 'new';
            onChange([...value, NEW_TIME]);
          }}
        >
          <Plus aria-hidden="true" />
          {REQUEST_FORM.addTime}
        </Button>
      )}
    </div>
  );
}
