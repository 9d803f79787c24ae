/** A request on a restaurant's page: its sentence, and the button that files it. */
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '@/api/types';
import { countsQuery, venueActivityQuery } from '@/entities/request/cache/queries';
import { counterText, isOverLimit, usedWithDraft } from '@/entities/request/limits';
import { messages } from '@/entities/request/messages';
import {
  selection,
  toSelected,
  useSelection,
  type SelectedVenue,
} from '@/entities/venue/selection';
import { useTakenChoice } from '@/entities/request/use-choice';
import { endStart } from '@/entities/user/start';
import { today } from '@/lib/dates';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/field';
import { lazyExtra } from '@/ui/lazy-component';
import { cardsToSend } from '../draft/chosen-cards';
import { notifies, type Draft, NOTIFIES } from '../draft/draft';
import { MAX_FEE_CENTS } from '../draft/fields';
import { lastRequest } from '../draft/first-draft';
import { withLimits } from '../draft/limits';
import { useDraft } from '../draft/use-draft';
import { REQUEST_FORM } from '../messages';
import { reservationBody } from '../payload';
import { ObstaclePage } from '../sections/obstacle-page';
import { optionsSummary } from '../sentence/options-summary';
import { RequestSentence, SENTENCE_ERRORS } from '../sentence/request-sentence-view';
import { useSubmit } from '../use-submit';
import { useZoneNote } from '../use-zone-note';
import { chosenAccounts, firstError, wizardErrors, type ErrorField } from '../wizard-schema';
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
  /** Opens the form with this restaurant, or the prompt of the gate. */
  onForm: () => void;
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
  const accounts = chosenAccounts(draft, user);
  const selected = useSelection().find(({ id }) => id === venue.id);
  // The form may have chosen a seating here.
  const venues = [selected ?? toSelected(venue)];
  const zone = useZoneNote(venues, draft.dates[0] ?? today());
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
      lastRequest.write(user.id, draft);
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
    if (!isGated && !user.is_concierge && firstError(check()) === null) {
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
