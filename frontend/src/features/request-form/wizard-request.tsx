/** The request form (specification §2, step 2): its sections, and the draft ticket beside them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '@/api/errors';
import type { ClientDetails } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { lazyComponent, lazyExtra } from '@/ui/lazy-component';
import { toast } from '@/ui/toast';
import { usePlanButtonLabel } from '@/features/billing/use-plan-button-label';
import { AccountSection } from '@/features/request-form/sections/account-section';
import type { ChosenAccounts } from '@/entities/platform/accounts';
import type { VenueRef } from '@/features/request-form/sections/venue-choice';
import { cardChoices, cardsToSend } from './draft/chosen-cards';
import { notifies, NOTIFIES, wantsOneTable, type Draft } from './draft/draft';
import { DraftBar, DraftTicket } from './draft/draft-ticket';
import type { Editing } from './edit';
import { messages } from '@/entities/request/messages';
import { NotifySection } from '@/features/request-form/sections/notify-section';
import { ObstaclePage } from '@/features/request-form/sections/obstacle-page';
import { PartySection } from '@/features/request-form/sections/party-section';
import { reservationBody } from './payload';
import { countsQuery, existingRestaurantsQuery } from '@/entities/request/cache/queries';
import { TermsSections } from '@/features/request-form/sections/terms/terms-sections';
import { TypeSection } from '@/features/request-form/sections/type-section';
import type { DraftControl } from './draft/use-draft';
import { useSubmit } from './use-submit';
import { seatingsOf, type SelectedVenue } from '@/entities/venue/selection';
import type { VenueControl } from './use-venues';
import { VenuesSection } from '@/features/request-form/sections/venues-section';
import { WhenSections } from '@/features/request-form/sections/when-sections';
import { notOffered, wizardErrors, type ErrorField } from './wizard-schema';

const DraftOdds = lazyExtra(async () => (await import('./draft/draft-odds')).DraftOdds);
const ReachNote = lazyExtra(
  async () => (await import('@/features/notifications/reach-note')).ReachNote,
);
const AddVenueDialog = lazyComponent(
  async () => (await import('@/features/request-form/sections/add-venue-dialog')).AddVenueDialog,
);
const PlanPrompt = lazyComponent(
  async () => (await import('@/features/billing/plan-prompt')).PlanPrompt,
);

type Adding = { venue: VenueRef | null };

type Props = {
  user: User;
  control: DraftControl;
  venueControl: VenueControl;
  /** Null for a new request. */
  editing: Editing | null;
  accounts: ChosenAccounts;
  /** The concierge's client, who gets the table. */
  client: ClientDetails | null;
  onFiled: () => void;
  /** Returns whether the refused fields are in another step. */
  onRefused: (errors: FieldErrors) => boolean;
  /** Null without a previous step. */
  onBack: (() => void) | null;
};

export function WizardRequest(props: Props) {
  const { user, control, venueControl, editing, accounts, client } = props;
  const { onFiled, onRefused, onBack } = props;
  const { entitlements } = user;
  const { draft, change } = control;
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

  const { errors, refusal, obstacles, isPending, submit, clearErrors, focus } = useSubmit({
    check: () =>
      wizardErrors({
        draft,
        venues,
        hasAccount: Object.keys(accounts).length > 0,
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
    groupId: editing?.groupId ?? null,
    onFiled,
    onRefused,
  });
  const set = (field: ErrorField, part: Partial<Draft>) => {
    clearErrors(field);
    change(part);
  };
  const upgrade = () => {
    setPlan('pro');
  };
  const notifyInstead = () => {
    clearErrors('venues_error', 'party_size_error', 'dates_error', 'snipe_type_error');
    change(NOTIFIES);
    // The button leaves with the error.
    focus('notify_only_error');
  };
  const ways = { obstacles, venues, onNotify: notifyInstead };
  const add = () => {
    // Where the plan allows one restaurant, another replaces it.
    if (entitlements.max_venues === 1 || venues.length < entitlements.max_venues)
      setAdding({ venue: null });
    else toast({ title: messages.tooManyVenues(entitlements.max_venues), tone: 'seen' });
  };
  const odds = (className: string) => (
    <DraftOdds
      fields={reservationBody({ draft, venues, accounts, client: null }).reservation}
      className={className}
    />
  );
  const reach = (className: string) =>
    editing === null && entitlements.can_reserve && <ReachNote user={user} className={className} />;
  const shared = {
    draft,
    venues,
    counts: counts.data,
    planStart: entitlements.can_reserve ? null : { label: planLabel, onClick: startPlan },
    refusal,
    isPending,
    onBack,
    isEditing: editing !== null,
    odds: odds('draft-odds'),
    reach: reach('draft-reach'),
    clientName: client === null ? null : `${client.first_name} ${client.last_name}`,
  };

  return (
    <>
      <form
        className="request-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (entitlements.can_reserve) submit();
          else startPlan();
        }}
      >
        <div>
          <AccountSection error={errors.account_error} />
          <TypeSection
            value={draft.snipeType}
            isPro={entitlements.release_requests}
            // Shown at once: no other section can correct it.
            error={notOffered(draft, venues) ?? errors.snipe_type_error}
            onChange={(snipeType) => {
              set('snipe_type_error', { snipeType });
            }}
            onUpgrade={upgrade}
          />
          {draft.snipeType === 'cancel' && (
            <NotifySection
              value={draft.notifyOnly}
              error={errors.notify_only_error}
              onChange={(notifyOnly) => {
                set('notify_only_error', { notifyOnly });
              }}
            />
          )}
          <VenuesSection
            venues={venues}
            entitlements={entitlements}
            existing={
              new Set(
                existing
                  .map(({ venue }) => venue)
                  .filter((venue) => editing?.venueIds.has(venue) !== true),
              )
            }
            error={errors.venues_error}
            seatingError={errors.table_type_error}
            instead={<ObstaclePage error={errors.venues_error} {...ways} />}
            ranked={venues.length > 1 && wantsOneTable(draft)}
            replaced={replaced}
            onMove={venueControl.move}
            onKeep={(venue) => {
              venueControl.add(venue, seatingsOf(venue));
              setReplaced(null);
            }}
            onAdd={add}
            onSeating={(venue) => {
              setAdding({ venue });
            }}
            onRemove={({ id }) => {
              // Removing the restaurant without releases may correct the type.
              clearErrors(
                'venues_error',
                'snipe_type_error',
                'table_type_error',
                'party_size_error',
                'dates_error',
              );
              setReplaced(null);
              venueControl.remove(id);
            }}
            onUpgrade={upgrade}
          />
          <PartySection
            value={draft.partySize}
            entitlements={entitlements}
            error={errors.party_size_error}
            instead={<ObstaclePage error={errors.party_size_error} {...ways} />}
            onChange={(partySize) => {
              set('party_size_error', { partySize });
            }}
            onUpgrade={upgrade}
          />
          <WhenSections
            draft={draft}
            venues={venues}
            editing={editing}
            used={existing.flatMap(({ dates }) => dates)}
            entitlements={entitlements}
            errors={errors}
            instead={<ObstaclePage error={errors.dates_error} {...ways} />}
            onSet={set}
            onChange={change}
            onClear={clearErrors}
            onUpgrade={upgrade}
          />
          {!notifies(draft) && (
            <TermsSections
              draft={draft}
              venues={venues}
              isPro={entitlements.override}
              cards={client === null ? cards : []}
              onChange={change}
              onUpgrade={upgrade}
            />
          )}
          {odds('form-section form-odds')}
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
            venueControl.add(venue, seatings);
            if (onlyNotifies) change(NOTIFIES);
            setAdding(null);
          }}
        />
      )}
      {plan !== null && (
        <PlanPrompt
          reason={plan}
          onClose={() => {
            setPlan(null);
          }}
        />
      )}
    </>
  );
}
