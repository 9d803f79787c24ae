/** The hours in which only urgent messages are sent, on the clock of a time zone: at first that of this browser. */
import { useId, useState, type SubmitEvent } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { localZone, zonesToChoose } from '@/lib/zones';
import { Button } from '@/ui/button';
import { Field, TextField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { Switch } from '@/ui/switch';
import { QUIET } from './messages';
import { useSaveQuietHours } from './mutations';
import type { QuietHours } from './queries';

const USUAL = { start: '22:00', end: '07:00' };

export function QuietHoursPart({ hours }: { hours: QuietHours | null }) {
  const id = useId();
  const save = useSaveQuietHours();
  const [isOpen, setIsOpen] = useState(hours !== null);
  return (
    <section className="profile-part" aria-labelledby={id}>
      <div className="switch-row">
        <div>
          <h3 id={id}>{QUIET.title}</h3>
          <p className="hint" id={`${id}-text`}>
            {QUIET.text}
          </p>
        </div>
        <Switch
          aria-label={QUIET.toggle}
          aria-describedby={`${id}-text`}
          checked={isOpen}
          onCheckedChange={(on) => {
            setIsOpen(on);
            // Switching on stores nothing; the hours are stored when they are saved.
            if (!on && hours !== null)
              save.mutate(null, {
                onError: () => {
                  setIsOpen(true);
                },
              });
          }}
        />
      </div>
      {isOpen && <HoursForm hours={hours} save={save} />}
    </section>
  );
}

type FormProps = { hours: QuietHours | null; save: ReturnType<typeof useSaveQuietHours> };

function HoursForm({ hours, save }: FormProps) {
  const [start, setStart] = useState(hours?.start ?? USUAL.start);
  const [end, setEnd] = useState(hours?.end ?? USUAL.end);
  const [zone, setZone] = useState(hours?.time_zone ?? localZone());
  const isSaved =
    hours?.start === start && hours.end === end && hours.time_zone === zone && !save.isError;
  const refused = save.error instanceof ApiError ? save.error.errors : {};

  function submit(event: SubmitEvent) {
    event.preventDefault();
    save.mutate({ start, end, time_zone: zone });
  }

  return (
    <form className="grid gap-4" noValidate onSubmit={submit} aria-label={QUIET.title}>
      {save.isError && refused.end === undefined && (
        <Notice tone="unsuccessful" title={messageOf(save.error)} />
      )}
      <div className="columns-2 quiet-hours">
        <TextField
          label={QUIET.from}
          type="time"
          required
          value={start}
          onChange={({ target }) => {
            setStart(target.value);
          }}
        />
        <TextField
          label={QUIET.to}
          type="time"
          required
          value={end}
          error={refused.end}
          onChange={({ target }) => {
            setEnd(target.value);
          }}
        />
      </div>
      <Field label={QUIET.zone}>
        {(control) => (
          <div className="input">
            <select
              {...control}
              value={zone}
              onChange={({ target }) => {
                setZone(target.value);
              }}
            >
              {zonesToChoose(localZone(), zone).map((name) => (
                <option key={name} value={name}>
                  {name.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
      {!isSaved && (
        <Button
          type="submit"
          className="justify-self-start"
          pending={save.isPending}
          pendingLabel={QUIET.saving}
        >
          {QUIET.save}
        </Button>
      )}
    </form>
  );
}
