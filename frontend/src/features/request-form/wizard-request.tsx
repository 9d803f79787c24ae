/** The request form (specification §2, step 2): its sections, and the draft ticket beside them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '@/api/errors';
import type { ClientDetails } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { today as localToday } from '@/lib/dates';
import { todayInNewYork } from '@/entities/request/release';
import { lazyComponent, lazyExtra } from '@/ui/lazy-component';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { usePlanButtonLabel } from '@/features/billing/use-plan-button-label';
import { AccountSection } from '@/features/request-form/sections/account-section';
import type { VenueRef } from '@/features/request-form/sections/add-venue-dialog';
import { cardChoices, cardFields } from './draft/chosen-cards';
import { DateSection } from '@/features/request-form/sections/dates/date-section';
import { MAX_FEE_CENTS, notifies, NOTIFIES, wantsOneTable, type Draft } from './draft/draft';
import { DraftBar, DraftTicket } from './draft/draft-ticket';
import type { Editing } from './edit';
import { FeeSection } from '@/features/request-form/sections/terms/fee-section';
import { FinalSection } from '@/features/request-form/sections/final-section';
import { messages } from '@/entities/request/messages';
import { NotifySection } from '@/features/request-form/sections/notify-section';
import { OverrideSection } from '@/features/request-form/sections/override-section';
import { ObstaclePage } from '@/features/request-form/sections/obstacle-page';
import { PartySection } from '@/features/request-form/sections/party-section';
import { reservationBody } from './payload';
import { repeatHelp } from './repeat-help';
import { countsQuery, existingRestaurantsQuery } from '@/entities/request/cache/queries';
import { TablesSection } from '@/features/request-form/sections/tables-section';
import { moved } from '@/lib/moved';
import { TimeSection } from '@/features/request-form/sections/times/time-section';
import { TypeSection } from '@/features/request-form/sections/type-section';
import type { DraftControl } from './draft/use-draft';
import { useSubmit } from './use-submit';
import { useZoneNote } from './use-zone-note';
import type { VenueControl } from './use-venues';
import { VenuesSection } from '@/features/request-form/sections/venues-section';
import { isOffered, wizardErrors, type Accounts, type ErrorField } from './wizard-schema';

const ReleaseSection = lazyPanel(
  async () =>
    (await import('@/features/request-form/sections/times/release-section')).ReleaseSection,
  <div className="form-section">
    <Skeleton className="h-50 w-full" />
  </div>,
);
const RepeatSection = lazyPanel(
  async () => (await import('@/features/request-form/sections/dates/repeat-section')).RepeatSection,
);
const DraftOdds = lazyExtra(async () => (await import('./draft/draft-odds')).DraftOdds);
const SeenTerms = lazyPanel(
  async () => (await import('@/features/request-form/sections/terms/seen-terms')).SeenTerms,
);
const CardSection = lazyPanel(
  async () => (await import('@/features/request-form/sections/terms/card-section')).CardSection,
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
  accounts: Accounts;
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
  const cards = cardChoices(draft, user, accounts, venues);
  const [plan, setPlan] = useState<'pro' | 'subscribe' | null>(null);
  const today = localToday();
  const oneTable = wantsOneTable(draft);
  const startPlan = () => {
    setPlan('subscribe');
  };
  const zoneNote = useZoneNote(venues, draft.dates[0] ?? today);
  const planLabel = usePlanButtonLabel(user, { enabled: !entitlements.can_reserve });

  const { errors, refusal, obstacles, isPending, submit, clearErrors, focus } = useSubmit({
    check: () =>
      wizardErrors({
        draft,
        venues,
        hasAccount: accounts.resy !== null || accounts.openTable !== null,
        keptRelease: editing?.release ?? null,
        now: new Date(),
      }),
    body: () =>
      reservationBody({
        isEditing: editing !== null,
        draft,
        venues,
        accounts,
        client,
        cards: cardFields(draft, user, accounts),
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
    if (venues.length < entitlements.max_venues) setAdding({ venue: null });
    else if (entitlements.max_venues === 1) upgrade();
    else toast({ title: messages.tooManyVenues(entitlements.max_venues), tone: 'seen' });
  };
  const odds = (className: string) => (
    <DraftOdds
      fields={reservationBody({ draft, venues, accounts, client: null }).reservation}
      className={className}
    />
  );
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
            error={isOffered(draft, venues) ? errors.snipe_type_error : messages.releaseNotHere}
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
            ranked={venues.length > 1 && oneTable}
            onMove={venueControl.move}
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
          <DateSection
            dates={draft.dates}
            used={existing.flatMap(({ dates }) => dates)}
            closed={editing?.closed}
            today={today}
            entitlements={entitlements}
            error={errors.dates_error}
            instead={<ObstaclePage error={errors.dates_error} {...ways} />}
            onChange={(dates) => {
              set('dates_error', { dates });
            }}
            onUpgrade={upgrade}
          />
          {draft.dates.length > 1 && !notifies(draft) && (
            <TablesSection
              dates={draft.dates}
              oneTable={oneTable}
              hasTable={editing?.hasTable === true}
              error={errors.one_table_error}
              onChange={(one) => {
                set('one_table_error', { oneTable: one });
              }}
              onMove={(from, to) => {
                change({ dates: moved(draft.dates, from, to) });
              }}
            />
          )}
          <TimeSection
            value={draft.time}
            more={draft.moreTimes}
            zone={zoneNote}
            entitlements={entitlements}
            error={errors.times_error}
            onChange={(time) => {
              set('times_error', { time });
            }}
            onMore={(moreTimes) => {
              set('times_error', { moreTimes });
            }}
            onUpgrade={upgrade}
          />
          {draft.snipeType === 'release' ? (
            <ReleaseSection
              draft={draft}
              venues={venues}
              today={todayInNewYork()}
              errors={errors}
              onDate={(releaseDate) => {
                // Date and time may be past together, which is shown at the time.
                clearErrors('release_time_error');
                set('release_dates_error', { releaseDate });
              }}
              onTime={(releaseTime) => {
                set('release_time_error', { releaseTime });
              }}
              onFill={(release) => {
                clearErrors('release_dates_error');
                set('release_time_error', release);
              }}
              onContinue={(continueAsCancel) => {
                change({ continueAsCancel });
              }}
            />
          ) : (
            <FinalSection
              value={draft.finalSnipe}
              dates={draft.dates}
              today={today}
              error={errors.final_snipe_error}
              onChange={(finalSnipe) => {
                set('final_snipe_error', { finalSnipe });
              }}
            />
          )}
          {editing === null && (
            <RepeatSection
              dates={draft.dates}
              value={draft.repeatUntil}
              error={errors.repeat_error}
              help={repeatHelp(draft)}
              onChange={(repeatUntil) => {
                set('repeat_error', { repeatUntil });
              }}
            />
          )}
          {!notifies(draft) && (
            <>
              <OverrideSection
                value={draft.override}
                isPro={entitlements.override}
                onChange={(override) => {
                  change({ override });
                }}
                onUpgrade={upgrade}
              />
              <FeeSection
                cents={draft.feeCeilingCents}
                onChange={(feeCeilingCents) => {
                  change({ feeCeilingCents });
                }}
              />
              {client === null && cards.length > 0 && (
                <CardSection choices={cards} onChange={change} />
              )}
              <SeenTerms
                venues={venues}
                partySize={draft.partySize}
                ceilingCents={draft.feeCeilingCents}
                maxCents={MAX_FEE_CENTS}
                onAccept={(feeCeilingCents) => {
                  change({ feeCeilingCents });
                }}
              />
            </>
          )}
          {odds('form-section form-odds')}
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
