/** The request form (specification §2, step 2): its sections, and the draft ticket beside them. */
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { FieldErrors } from '@/api/errors';
import type { ClientDetails } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { today } from '@/lib/dates';
import { useModEnter } from '@/lib/use-mod-enter';
import { lazyComponent, lazyExtra } from '@/ui/lazy-component';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { toast } from '@/ui/toast';
import { CLIENTS } from '@/features/clients/messages';
import { usePlanButtonLabel } from '@/features/billing/use-plan-button-label';
import type { ChosenAccounts } from '@/entities/platform/accounts';
import type { VenueRef } from '@/features/request-form/sections/venue-choice';
import { cardChoices, cardsToSend } from './draft/chosen-cards';
import { notifies, NOTIFIES, type Draft } from './draft/draft';
import { DraftBar, DraftTicket } from './draft/draft-ticket';
import { MAX_FEE_CENTS } from './draft/fields';
import { lastRequest } from './draft/first-draft';
import { withLimits } from './draft/limits';
import type { Editing } from './edit';
import { formOptions } from './form-options-code';
import { messages } from '@/entities/request/messages';
import { ObstaclePage } from '@/features/request-form/sections/obstacle-page';
import { reservationBody } from './payload';
import type { RefusedClient } from './refusal-details';
import { SectionsSkeleton } from './sections-skeleton';
import { OptionsLine } from './sentence/options-line';
import { optionsSummary } from './sentence/options-summary';
import { RequestSentence, SENTENCE_ERRORS } from './sentence/request-sentence-view';
import { countsQuery, existingRestaurantsQuery } from '@/entities/request/cache/queries';
import type { DraftControl } from './draft/use-draft';
import { useNotifyNow } from './draft/use-notify-now';
import { useSubmit } from './use-submit';
import type { SelectedVenue } from '@/entities/venue/selection';
import type { VenueControl } from './use-venues';
import { useZoneNote } from './use-zone-note';
import { notOffered, wizardErrors, type ErrorField, type WizardErrors } from './wizard-schema';

const DraftOdds = lazyExtra(async () => (await import('./draft/draft-odds')).DraftOdds);
const OddsChanges = lazyExtra(async () => (await import('./draft/draft-odds')).OddsChanges);
const FormOptions = lazyPanel(formOptions, <SectionsSkeleton />);
const SeenTerms = lazyExtra(async () => (await import('./sections/terms/seen-terms')).SeenTerms);
const ReachNote = lazyExtra(
  async () => (await import('@/features/notifications/reach-note')).ReachNote,
);
const AddVenueDialog = lazyComponent(
  async () => (await import('@/features/request-form/sections/add-venue-dialog')).AddVenueDialog,
);
const PlanPrompt = lazyComponent(
  async () => (await import('@/features/billing/plan-prompt')).PlanPrompt,
);

/** `venue`: its seating is changed. `replaces`: the restaurant whose place the chosen one takes. */
type Adding = { venue: VenueRef | null; replaces: number | null };

type Props = {
  user: User;
  control: DraftControl;
  venueControl: VenueControl;
  /** Null for a new request. */
  editing: Editing | null;
  accounts: ChosenAccounts;
  /** The concierge's client, who gets the table. */
  client: ClientDetails | null;
  /** Who gets the same request besides the client. */
  moreClients: readonly ClientDetails[];
  /** Returns, once, whether the key that files was pressed in the first step. */
  takeFiling: () => boolean;
  onFiled: () => void;
  /** Returns whether the refused fields are in another step. */
  onRefused: (errors: FieldErrors, clients: readonly RefusedClient[]) => boolean;
  /** Null without a previous step. */
  onBack: (() => void) | null;
};

export function WizardRequest(props: Props) {
  const { user, control, venueControl, editing, accounts, client, moreClients } = props;
  const { takeFiling, onFiled, onRefused, onBack } = props;
  const { entitlements } = user;
  const { change } = control;
  const draft = withLimits(control.draft, user);
  const { venues } = venueControl;
  const counts = useQuery(countsQuery);
  const { data: existing = [] } = useQuery(existingRestaurantsQuery);
  const [adding, setAdding] = useState<Adding | null>(null);
  const [replaced, setReplaced] = useState<SelectedVenue | null>(null);
  const cards = cardChoices({ cards: draft.cards, accounts, user }, venues);
  const [plan, setPlan] = useState<'pro' | 'subscribe' | null>(null);
  const startPlan = () => {
    setPlan('subscribe');
  };
  const planLabel = usePlanButtonLabel(user, { enabled: !entitlements.can_reserve });

  const submission = useSubmit({
    check: () =>
      wizardErrors({
        draft,
        venues,
        hasAccount: notifies(draft) || Object.keys(accounts).length > 0,
        keptRelease: editing?.release ?? null,
        now: new Date(),
      }),
    body: () =>
      reservationBody({
        draft,
        venues,
        accounts,
        client,
        cards: cardsToSend({ cards: draft.cards, accounts, user }),
      }),
    moreClients,
    groupId: editing?.groupId ?? null,
    onFiled: () => {
      lastRequest.write(user.id, draft);
      onFiled();
    },
    onRefused,
  });
  const form = useRef<HTMLFormElement>(null);
  // As a click on Reserve or Update: the plan's limit disables it, and without a plan the button opens the plans.
  const pressReserve = () => {
    form.current?.querySelector<HTMLButtonElement>('button[data-files]')?.click();
  };
  useModEnter(pressReserve);
  const fileIfAsked = useEffectEvent(() => {
    if (takeFiling()) pressReserve();
  });
  useEffect(() => {
    fileIfAsked();
  }, []);
  const { refusal, obstacles, isPending, submit, clearErrors, focus } = submission;
  const release = notOffered(draft, venues);
  // Shown at once: only the options can correct it.
  const errors =
    release === null ? submission.errors : { ...submission.errors, snipe_type_error: release };
  const [isOpen, setIsOpen] = useState(editing !== null);
  // They stay open after the error is corrected.
  if (!isOpen && needsOptions(errors, draft)) setIsOpen(true);
  const optionsId = useId();
  const zone = useZoneNote(venues, draft.dates[0] ?? today());
  const used = existing.flatMap(({ dates }) => dates);
  const busy = new Set(
    existing.map(({ venue }) => venue).filter((venue) => editing?.venueIds.has(venue) !== true),
  );
  const set = (field: ErrorField, part: Partial<Draft>) => {
    clearErrors(field);
    change(part);
  };
  const upgrade = () => {
    setPlan('pro');
  };
  // A request that only notifies needs no plan; without one it has a limit of its own.
  const needsPlan = !entitlements.can_reserve && !notifies(draft);
  const notifyNow = useNotifyNow(control, submit);
  const isFree = notifies(draft) && !entitlements.can_reserve;
  const notifyInstead = () => {
    clearErrors(
      'account_error',
      'venues_error',
      'party_size_error',
      'dates_error',
      'snipe_type_error',
    );
    change(NOTIFIES);
    // The button leaves with the error.
    focus('notify_only_error');
  };
  const instead = (error: string | undefined) => (
    <ObstaclePage error={error} obstacles={obstacles} venues={venues} onNotify={notifyInstead} />
  );
  const add = () => {
    // Where the plan allows one restaurant, another replaces it.
    if (entitlements.max_venues === 1 || venues.length < entitlements.max_venues)
      setAdding({ venue: null, replaces: null });
    else toast({ title: messages.tooManyVenues(entitlements.max_venues), tone: 'seen' });
  };
  const odds = {
    draft,
    fields: reservationBody({ draft, venues, accounts, client: null }).reservation,
    plan: entitlements,
    onUpgrade: upgrade,
    onChange: (part: Partial<Draft>) => {
      clearErrors('dates_error', 'times_error', 'party_size_error');
      change(part);
    },
  };
  const reach = (className: string) =>
    editing === null && entitlements.can_reserve && <ReachNote user={user} className={className} />;
  const shared = {
    draft,
    venues,
    counts:
      isFree && counts.data !== undefined
        ? { ...counts.data, limit: entitlements.free_notify_only }
        : counts.data,
    planStart: !needsPlan ? null : { label: planLabel, onClick: startPlan },
    refusal,
    isPending,
    onBack,
    isEditing: editing !== null,
    chance: (
      <DraftOdds fields={odds.fields} unknown={<p className="hint">{messages.noPromise}</p>} />
    ),
    changes: <OddsChanges {...odds} />,
    reach: reach('draft-reach'),
    showsSummary: isOpen,
    clientName: client === null ? null : namesOf([client, ...moreClients]),
  };

  return (
    <>
      <form
        ref={form}
        className="request-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (needsPlan) startPlan();
          else submit();
        }}
      >
        <div>
          <RequestSentence
            draft={draft}
            venues={venues}
            entitlements={entitlements}
            errors={isOpen ? null : errors}
            used={used}
            {...(editing === null ? {} : { closed: editing.closed })}
            instead={instead}
            onChange={set}
            onVenue={(replaces) => {
              setAdding({ venue: null, replaces });
            }}
            onUpgrade={upgrade}
          />
          {!isOpen && venues.some(({ id }) => busy.has(id)) && (
            <p className="venue-warning">
              <TriangleAlert aria-hidden="true" />
              {messages.activeTask}
            </p>
          )}
          <div data-field={isOpen ? undefined : 'notify_only_error'}>
            <OptionsLine
              isOpen={isOpen}
              summary={optionsSummary(draft, venues, { zone })}
              controls={optionsId}
              onNear={() => {
                formOptions.load().catch(() => undefined);
              }}
              onToggle={() => {
                setIsOpen(!isOpen);
              }}
            />
          </div>
          {isOpen && (
            <FormOptions
              id={optionsId}
              draft={draft}
              venues={venues}
              venueControl={venueControl}
              entitlements={entitlements}
              editing={editing}
              errors={errors}
              existing={busy}
              used={used}
              cards={client === null ? cards : []}
              replaced={replaced}
              instead={instead}
              onNotify={user.is_concierge ? null : notifyInstead}
              onSet={set}
              onChange={change}
              onClear={clearErrors}
              onKept={() => {
                setReplaced(null);
              }}
              onAdd={add}
              onSeating={(venue) => {
                setAdding({ venue, replaces: null });
              }}
              onUpgrade={upgrade}
            />
          )}
          {!notifies(draft) && (
            <SeenTerms
              user={user}
              venues={venues}
              draft={draft}
              maxCents={MAX_FEE_CENTS}
              onChange={change}
            />
          )}
          <div className="form-odds">
            <DraftOdds fields={odds.fields} unknown={null} />
            <OddsChanges {...odds} />
          </div>
          {reach('form-reach')}
        </div>
        <DraftTicket {...shared} />
        <DraftBar {...shared} />
      </form>
      {adding !== null && (
        <AddVenueDialog
          user={user}
          chosen={new Set(venues.map(({ id }) => id))}
          initial={adding.venue}
          onClose={() => {
            setAdding(null);
          }}
          onUpgrade={() => {
            setAdding(null);
            upgrade();
          }}
          onConfirm={(venue, seatings, { onlyNotifies }) => {
            clearErrors('venues_error', 'table_type_error');
            const [before] = venues;
            if (entitlements.max_venues === 1 && before?.id !== venue.id)
              setReplaced(before ?? null);
            if (adding.replaces === null) venueControl.add(venue, seatings);
            else venueControl.replace(adding.replaces, venue, seatings);
            if (onlyNotifies) change(NOTIFIES);
            setAdding(null);
          }}
        />
      )}
      {plan !== null && (
        <PlanPrompt
          reason={plan}
          offer={
            plan === 'subscribe' && editing === null && !user.is_concierge
              ? {
                  user,
                  onNotify: () => {
                    setPlan(null);
                    notifyNow();
                  },
                }
              : undefined
          }
          onClose={() => {
            setPlan(null);
          }}
        />
      )}
    </>
  );
}

function namesOf(clients: readonly ClientDetails[]): string {
  return CLIENTS.names(clients.map(({ first_name, last_name }) => `${first_name} ${last_name}`));
}

/** Whether an error has its place in the options: the sentence cannot correct it. */
function needsOptions(errors: WizardErrors, { moreTimes }: Draft): boolean {
  return Object.keys(errors).some(
    (field) =>
      !SENTENCE_ERRORS.includes(field as ErrorField) ||
      (field === 'times_error' && moreTimes.length > 0),
  );
}
