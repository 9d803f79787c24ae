/** What changes one word of the sentence: the sizes of a party, the calendar, or the times. */
import type { ComponentProps, ReactElement } from 'react';
import type { Entitlements } from '@/api/types';
import { today, type IsoDate } from '@/lib/dates';
import { messages } from '@/entities/request/messages';
import { Popover } from '@/ui/overlays/popover';
import { toast } from '@/ui/toast';
import { chosenDates, toggleDate, type Draft } from '../draft/draft';
import { REQUEST_FORM } from '../messages';
import { LazyCalendar } from '../sections/dates/lazy-calendar';
import { PartyChoice } from '../sections/party-choice';
import { TimeChoice } from '../sections/times/time-choice';
import type { SentenceField } from './request-sentence';

type Props = {
  field: Exclude<SentenceField, 'venue'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactElement<ComponentProps<'button'>>;
  draft: Draft;
  entitlements: Entitlements;
  used: readonly IsoDate[];
  closed: readonly IsoDate[];
  onChange: (part: Partial<Draft>) => void;
  onUpgrade: (() => void) | null;
};

const LABELS = {
  party: REQUEST_FORM.party,
  date: REQUEST_FORM.date,
  time: REQUEST_FORM.reservationTime,
} as const;

export function WordPopover({ field, open, onOpenChange, trigger, ...choice }: Props) {
  const close = () => {
    onOpenChange(false);
  };
  return (
    <Popover open={open} onOpenChange={onOpenChange} trigger={trigger} label={LABELS[field]}>
      <div className="word-choice">
        <Choice field={field} onClose={close} {...choice} />
      </div>
    </Popover>
  );
}

function Choice({
  field,
  draft,
  entitlements,
  used,
  closed,
  onChange,
  onUpgrade,
  onClose,
}: Pick<
  Props,
  'field' | 'draft' | 'entitlements' | 'used' | 'closed' | 'onChange' | 'onUpgrade'
> & {
  onClose: () => void;
}) {
  const choose = (part: Partial<Draft>) => {
    onChange(part);
    onClose();
  };
  const upgrade =
    onUpgrade === null
      ? null
      : () => {
          onClose();
          onUpgrade();
        };
  if (field === 'party') {
    return (
      <PartyChoice
        value={draft.partySize}
        entitlements={entitlements}
        onChange={(partySize) => {
          choose({ partySize });
        }}
        onUpgrade={upgrade}
      />
    );
  }
  if (field === 'time') {
    return (
      <TimeChoice
        value={draft.time}
        entitlements={entitlements}
        onChange={(time) => {
          choose({ time });
        }}
        onUpgrade={upgrade}
      />
    );
  }
  const { max_dates: max } = entitlements;
  return (
    <LazyCalendar
      chosen={draft.dates}
      used={used}
      closed={closed}
      today={today()}
      onToggle={(date) => {
        const next = toggleDate(chosenDates(draft), date, max);
        if (next === null) {
          toast({ title: messages.tooManyDates(max), tone: 'seen' });
          return;
        }
        onChange({ dates: next, offeredDay: null });
        // Where the plan includes several days, the user may want another.
        if (max === 1) onClose();
      }}
    />
  );
}
