/** A request on a restaurant's page: its sentence, and the button that files it. */
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '@/api/types';
import { countsQuery, venueActivityQuery } from '@/entities/request/cache/queries';
import { counterText, isOverLimit, usedWithDraft } from '@/entities/request/limits';
import { messages } from '@/entities/request/messages';
import { VISITOR_ID } from '@/entities/request/saved-draft';
import { toSelected, useSelection, type SelectedVenue } from '@/entities/venue/selection';
import { useTakenChoice } from '@/entities/request/use-choice';
import { today } from '@/lib/dates';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/field';
import { lazyExtra } from '@/ui/lazy-component';
import { notifies, type Draft, NOTIFIES } from '../draft/draft';
import { MAX_FEE_CENTS } from '../draft/fields';
import { withLimits } from '../draft/limits';
import { useDraft } from '../draft/use-draft';
import { useNotifyNow } from '../draft/use-notify-now';
import { REQUEST_FORM } from '../messages';
import { ObstaclePage } from '../sections/obstacle-page';
import { optionsSummary } from '../sentence/options-summary';
import { RequestSentence, SENTENCE_ERRORS } from '../sentence/request-sentence-view';
import { useZoneNote } from '../use-zone-note';
import { firstError, type ErrorField } from '../wizard-schema';
import { useFiling } from './use-filing';
import './start-request.css';

const SeenTerms = lazyExtra(async () => (await import('../sections/terms/seen-terms')).SeenTerms);

type Props = {
  user: User;
  venue: SelectedVenue;
  /** What a request does here. */
  intro: string;
  /** The restaurant cannot be booked, so the request is to notify only. */
  onlyNotifies: boolean;
  /** The user needs an account or a plan before a request can be filed. */
  isGated: boolean;
  /** Opens the form with this restaurant, or the prompt of the gate, from which `notifyNow` files the request. */
  onForm: (notifyNow: () => void) => void;
  /** Places the parts on the page. */
  children: (parts: { fields: ReactNode; refusal: ReactNode; file: ReactNode }) => ReactNode;
};

/**
 * Asks only for the fields that each request needs. With all of them the button files the request; else the form asks
 * for the rest. Choices beyond the plan are left out; what the form set before is stated and filed.
 */
export function StartRequest(props: Props) {
  const { user, venue, intro, onlyNotifies, isGated, onForm, children } = props;
  const { entitlements } = user;
  const control = useDraft(user.id, entitlements);
  useTakenChoice();
  const kept = onlyNotifies ? { ...control.draft, ...NOTIFIES } : control.draft;
  const draft = withLimits(kept, user);
  const selected = useSelection().find(({ id }) => id === venue.id);
  // The form may have chosen a seating here.
  const venues = [selected ?? toSelected(venue)];
  const zone = useZoneNote(venues, draft.dates[0] ?? today());
  const filing = useFiling({ user, venues, draft, control });
  const { errors, refusal, obstacles, isPending, check, submit, clearErrors } = filing;
  const notifyNow = useNotifyNow(control, submit);
  const change = (part: Partial<Draft>) => {
    clearErrors(...fieldsOf(errors));
    control.change(onlyNotifies ? { ...part, ...NOTIFIES } : part);
  };
  const press = () => {
    // A request that only notifies passes the gate. A concierge's request is for a client, whom only the form asks for.
    const passes = !isGated || (notifies(draft) && user.id !== VISITOR_ID);
    if (passes && !user.is_concierge && firstError(check()) === null) {
      submit();
      return;
    }
    if (onlyNotifies) control.change(NOTIFIES);
    onForm(notifyNow);
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
  const others = fieldsOf(errors).filter((field) => !SENTENCE_ERRORS.includes(field));

  return children({
    fields: (
      <div className="start-request">
        <RequestSentence
          draft={draft}
          venues={venues}
          entitlements={entitlements}
          errors={errors}
          instead={(error) => (
            <ObstaclePage
              error={error}
              obstacles={obstacles}
              venues={venues}
              onNotify={() => {
                change(NOTIFIES);
              }}
            />
          )}
          onChange={(_, part) => {
            change(part);
          }}
          onUpgrade={null}
        />
        <p className="hint">{optionsSummary(draft, venues, { zone })}</p>
        <p className="hint">{intro}</p>
        {isBusy && (
          <p className="start-warning">
            <TriangleAlert aria-hidden="true" />
            {messages.activeTask}
          </p>
        )}
        {!isGated && !notifies(draft) && (
          <SeenTerms
            user={user}
            venues={venues}
            draft={draft}
            maxCents={MAX_FEE_CENTS}
            onlyAbove
            onChange={change}
          />
        )}
      </div>
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
        pendingLabel={messages.filing}
        {...(isGated && !notifies(draft) ? { 'aria-haspopup': 'dialog' } : {})}
        onClick={press}
      >
        {notifies(draft) ? messages.notifyMe : REQUEST_FORM.watch}
      </Button>
    ),
  });
}

function fieldsOf(errors: Partial<Record<ErrorField, string>>): ErrorField[] {
  return Object.keys(errors) as ErrorField[];
}
