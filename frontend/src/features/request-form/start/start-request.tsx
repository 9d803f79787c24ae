/** A request on a restaurant's page: party, day and time, and the button that files it. */
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { User } from '@/api/types';
import { countsQuery, venueActivityQuery } from '@/entities/request/cache/queries';
import { counterText, isOverLimit, usedWithDraft } from '@/entities/request/limits';
import { messages } from '@/entities/request/messages';
import { selection, seatingsOf, toSelected, type SelectedVenue } from '@/entities/venue/selection';
import { endStart } from '@/entities/user/start';
import { today } from '@/lib/dates';
import { formatDays } from '@/lib/format';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/field';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { toast } from '@/ui/toast';
import { cardsToSend } from '../draft/chosen-cards';
import { notifies, type Draft, NOTIFIES, toggleDate } from '../draft/draft';
import { DraftSentence } from '../draft/draft-sentence-view';
import { useDraft } from '../draft/use-draft';
import { REQUEST_FORM } from '../messages';
import { reservationBody } from '../payload';
import { LazyCalendar } from '../sections/dates/lazy-calendar';
import { ObstaclePage } from '../sections/obstacle-page';
import { Option } from '../sections/option';
import { PartyChoice } from '../sections/party-choice';
import { TimeChoice } from '../sections/times/time-choice';
import { useSubmit } from '../use-submit';
import { chosenAccounts, firstError, wizardErrors, type ErrorField } from '../wizard-schema';
import { isShownOnTicket } from './shown-on-ticket';
import './start-request.css';

type Props = {
  user: User;
  venue: SelectedVenue;
  /** The sentence that is shown until the user has chosen something. */
  intro: string;
  /** The restaurant cannot be booked, so the request is to notify only. */
  onlyNotifies: boolean;
  /** The user needs an account or a plan before a request can be filed. */
  isGated: boolean;
  /** Opens the form with this restaurant, or the prompt of the gate. */
  onForm: () => void;
  /** Places the parts on the page. */
  children: (parts: { fields: ReactNode; refusal: ReactNode; file: ReactNode }) => ReactNode;
};

const PARTS: readonly string[] = [
  'party_size_error',
  'dates_error',
  'times_error',
] satisfies ErrorField[];

/**
 * Asks only for the fields that each request needs. With all of them the button files the request; else the form asks
 * for the rest. Choices beyond the plan are left out.
 */
export function StartRequest(props: Props) {
  const { user, venue, intro, onlyNotifies, isGated, onForm, children } = props;
  const { entitlements } = user;
  const control = useDraft(user.id, entitlements);
  const draft = onlyNotifies ? { ...control.draft, ...NOTIFIES } : control.draft;
  const accounts = chosenAccounts(draft, user);
  const venues = [toSelected(venue)];
  const check = () =>
    wizardErrors({
      draft,
      venues,
      hasAccount: Object.keys(accounts).length > 0,
      keptRelease: null,
      now: new Date(),
    });
  const { errors, refusal, obstacles, isPending, submit, clearErrors } = useSubmit({
    check,
    body: () =>
      reservationBody({
        draft,
        venues,
        accounts,
        client: null,
        cards: cardsToSend({ cards: draft.cards, accounts, user }),
      }),
    groupId: null,
    onFiled: () => {
      endStart(user.id);
      control.clear();
      selection.remove(venue.id);
    },
    onRefused: () => false,
  });
  const change = (part: Partial<Draft>) => {
    clearErrors(...fieldsOf(errors));
    control.change(onlyNotifies ? { ...part, ...NOTIFIES } : part);
  };
  const press = () => {
    // A concierge's request is for a client, whom only the form asks for.
    const isHere =
      !isGated && !user.is_concierge && isShownOnTicket(draft) && !hasSeating(venue.id);
    if (isHere && firstError(check()) === null) {
      submit();
      return;
    }
    if (onlyNotifies) control.change(NOTIFIES);
    onForm();
  };
  const counts = useQuery({ ...countsQuery, enabled: !isGated });
  const used =
    counts.data === undefined || isGated
      ? null
      : {
          used: usedWithDraft(counts.data.active_reservations, {
            dates: draft.dates.length,
            venues: 1,
          }),
          limit: counts.data.limit,
        };
  // The page has loaded it for its list of requests.
  const { data: activity } = useQuery(venueActivityQuery(venue.id));
  const isBusy = activity?.requests.some(({ status }) => status !== 'paused') === true;
  const isOver = used !== null && isOverLimit(used);
  const others = fieldsOf(errors).filter((field) => !PARTS.includes(field));

  return children({
    fields: (
      <>
        {isUntouched(draft) ? (
          <p className="sentence">{intro}</p>
        ) : (
          <DraftSentence draft={draft} venues={venues} />
        )}
        {isBusy && (
          <p className="start-warning">
            <TriangleAlert aria-hidden="true" />
            {messages.activeTask}
          </p>
        )}
        <div className="start-request">
          <Part title={REQUEST_FORM.party} field="party_size_error" error={errors.party_size_error}>
            <PartyChoice
              value={draft.partySize}
              entitlements={entitlements}
              onUpgrade={null}
              onChange={(partySize) => {
                change({ partySize });
              }}
            />
          </Part>
          <Part title={REQUEST_FORM.day} field="dates_error" error={errors.dates_error}>
            <DayChoice
              dates={draft.dates}
              max={entitlements.max_dates}
              onChange={(dates) => {
                change({ dates });
              }}
            />
          </Part>
          <Part title={REQUEST_FORM.time} field="times_error" error={errors.times_error}>
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
        {obstacles.length > 0 && (
          <ObstaclePage
            error={Object.values(errors).join(' ')}
            obstacles={obstacles}
            venues={venues}
            onNotify={() => {
              change(NOTIFIES);
            }}
          />
        )}
      </>
    ),
    refusal: (
      <div className="start-refusal" aria-live="polite">
        {isOver && (
          <>
            <p>{counterText(used)}</p>
            <p className="hint">{messages.overLimit}</p>
          </>
        )}
        {refusal !== null && <FieldError>{refusal}</FieldError>}
        {others.map((field) => (
          <FieldError key={field}>{errors[field]}</FieldError>
        ))}
      </div>
    ),
    file: (
      <Button
        variant="primary"
        disabled={isOver}
        pending={isPending}
        pendingLabel={REQUEST_FORM.filing}
        {...(isGated ? { 'aria-haspopup': 'dialog' } : {})}
        onClick={press}
      >
        {notifies(draft) ? REQUEST_FORM.notify : REQUEST_FORM.watch}
      </Button>
    ),
  });
}

function fieldsOf(errors: Partial<Record<ErrorField, string>>): ErrorField[] {
  return Object.keys(errors) as ErrorField[];
}

/** The form chose a seating here, which the ticket does not show. */
function hasSeating(venueId: number): boolean {
  return selection.get().some((venue) => venue.id === venueId && seatingsOf(venue).length > 0);
}

function isUntouched({ partySize, dates, time }: Draft): boolean {
  return partySize === null && dates.length === 0 && time === null;
}

function Part({
  title,
  field,
  error,
  children,
}: {
  title: string;
  field: ErrorField;
  error: string | undefined;
  children: ReactNode;
}) {
  const titleId = useId();
  const errorId = useId();
  return (
    <div>
      <div
        role="group"
        aria-labelledby={titleId}
        aria-describedby={error === undefined ? undefined : errorId}
        data-field={field}
      >
        <span id={titleId} className="start-request-label">
          {title}
        </span>
        {children}
      </div>
      <div aria-live="polite">
        {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  );
}

type DayProps = { dates: readonly string[]; max: number; onChange: (dates: string[]) => void };

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
          const next = toggleDate(dates, date, max);
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
