/** The start of a request on a restaurant's page: party, day and time, in the draft that the form continues. */
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { User } from '@/api/types';
import type { SelectedVenue } from '@/entities/venue/selection';
import { messages } from '@/entities/request/messages';
import { today } from '@/lib/dates';
import { formatDays } from '@/lib/format';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { toast } from '@/ui/toast';
import { type Draft, NOTIFIES, toggleDate } from '../draft/draft';
import { DraftSentence } from '../draft/draft-sentence-view';
import { REQUEST_FORM } from '../messages';
import { Option } from '../sections/option';
import { LazyCalendar } from '../sections/dates/lazy-calendar';
import { PartyChoice } from '../sections/party-choice';
import { TimeChoice } from '../sections/times/time-choice';
import { useDraft } from '../draft/use-draft';
import './start-request.css';

type Props = {
  user: User;
  venue: Pick<SelectedVenue, 'venue_name'>;
  /** The sentence that is shown until the user has chosen something. */
  intro: string;
  /** The restaurant cannot be booked, so the request is to notify only. */
  onlyNotifies: boolean;
};

/**
 * Asks only for the fields that each request needs; the form asks for the rest. Choices beyond the plan are left out.
 */
export function StartRequest({ user, venue, intro, onlyNotifies }: Props) {
  const { entitlements } = user;
  const { draft, change: changeDraft } = useDraft(user.id, entitlements);
  const change = (part: Partial<Draft>) => {
    changeDraft(onlyNotifies ? { ...part, ...NOTIFIES } : part);
  };
  return (
    <>
      {isUntouched(draft) ? (
        <p className="sentence">{intro}</p>
      ) : (
        <DraftSentence draft={draft} venues={[venue]} />
      )}
      <div className="start-request">
        <Part title={REQUEST_FORM.party}>
          <PartyChoice
            value={draft.partySize}
            entitlements={entitlements}
            onUpgrade={null}
            onChange={(partySize) => {
              change({ partySize });
            }}
          />
        </Part>
        <Part title={REQUEST_FORM.day}>
          <DayChoice
            dates={draft.dates}
            max={entitlements.max_dates}
            onChange={(dates) => {
              change({ dates });
            }}
          />
        </Part>
        <Part title={REQUEST_FORM.time}>
          <TimeChoice
            value={draft.time}
            entitlements={entitlements}
            onUpgrade={null}
            onChange={(time) => {
              change({ time });
            }}
          />
        </Part>
      </div>
    </>
  );
}

function isUntouched({ partySize, dates, time }: Draft): boolean {
  return partySize === null && dates.length === 0 && time === null;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <span id={titleId} className="start-request-label">
        {title}
      </span>
      {children}
    </div>
  );
}

type DayProps = { dates: readonly string[]; max: number; onChange: (dates: string[]) => void };

/** If the plan allows one date, choosing another day replaces the chosen one. */
function DayChoice({ dates, max, onChange }: DayProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <LazyPopover
      open={isOpen}
      onOpenChange={setIsOpen}
      label={REQUEST_FORM.day}
      trigger={
        <Option wide>
          <span className="option-line">
            <CalendarDays aria-hidden="true" />
            {dates.length === 0 ? REQUEST_FORM.chooseDay : formatDays(dates)}
          </span>
        </Option>
      }
    >
      <LazyCalendar
        chosen={dates}
        today={today()}
        onToggle={(date) => {
          const next = max === 1 && !dates.includes(date) ? [date] : toggleDate(dates, date, max);
          if (next === null) {
            toast({ title: messages.tooManyDates(max), tone: 'seen' });
            return;
          }
          onChange(next);
          if (max === 1) setIsOpen(false);
        }}
      />
    </LazyPopover>
  );
}
