/** The request form itself (specification §2, step 2): its sections, and the draft ticket beside them. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { FieldErrors } from '@/api/errors';
import type { ClientDetails } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { today as localToday } from '@/lib/dates';
import { todayInNewYork } from './release';
import { selection, toSelected, useSelection } from '@/lib/selection';
import { toast } from '@/ui/toast';
import { AccountSection } from './account-section';
import type { VenueRef } from './add-venue-dialog';
import { DateSection } from './date-section';
import type { Draft } from './draft';
import { DraftBar, DraftTicket } from './draft-ticket';
import { FeeSection } from './fee-section';
import { FinalSection } from './final-section';
import { messages } from './messages';
import { OverrideSection } from './override-section';
import { PartySection } from './party-section';
import { reservationBody } from './payload';
import { ReleaseSection } from './release-section';
import { countsQuery, existingRestaurantsQuery } from './queries';
import { TimeSection } from './time-section';
import { TypeSection } from './type-section';
import type { DraftControl } from './use-draft';
import { useSubmit } from './use-submit';
import { VenuesSection } from './venues-section';
import { isOffered, wizardErrors, type Accounts, type ErrorField } from './wizard-schema';
import '@/features/venues/venues.css';

const AddVenueDialog = lazy(async () => ({
  default: (await import('./add-venue-dialog')).AddVenueDialog,
}));
const PlanPrompt = lazy(async () => ({
  default: (await import('@/features/plans/plan-prompt')).PlanPrompt,
}));

type Adding = { venue: VenueRef | null };

type Props = {
  user: User;
  control: DraftControl;
  accounts: Accounts;
  /** For whom a concierge books. */
  client: ClientDetails | null;
  onFiled: () => void;
  /** Answers whether what the server refused is mended in another step. */
  onRefused: (errors: FieldErrors) => boolean;
  /** Null where there is no step before. */
  onBack: (() => void) | null;
};

export function WizardRequest(props: Props) {
  const { user, control, accounts, client, onFiled, onRefused, onBack } = props;
  const { entitlements } = user;
  const { draft, change } = control;
  const venues = useVenuesWithin(entitlements.max_venues);
  const counts = useQuery(countsQuery);
  const { data: existing = [] } = useQuery(existingRestaurantsQuery);
  const [adding, setAdding] = useState<Adding | null>(null);
  const [plan, setPlan] = useState<'pro' | 'subscribe' | null>(null);
  const today = localToday();

  const { errors, refusal, isPending, submit, forgive } = useSubmit({
    check: () =>
      wizardErrors({
        draft,
        venues,
        hasAccount: accounts.resy !== null || accounts.openTable !== null,
        now: new Date(),
      }),
    body: () => reservationBody({ draft, venues, accounts, client }),
    onFiled,
    onRefused,
  });
  const set = (field: ErrorField, part: Partial<Draft>) => {
    forgive(field);
    change(part);
  };
  const upgrade = () => {
    setPlan('pro');
  };
  const add = () => {
    if (venues.length < entitlements.max_venues) setAdding({ venue: null });
    else if (entitlements.max_venues === 1) upgrade();
    else toast({ title: messages.tooManyVenues(entitlements.max_venues), tone: 'seen' });
  };
  const shared = { draft, venues, counts: counts.data, refusal, isPending, onBack };

  return (
    <>
      <form
        className="wiz"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (entitlements.can_reserve) submit();
          else setPlan('subscribe');
        }}
      >
        <div>
          <AccountSection error={errors.account_error} />
          <TypeSection
            value={draft.snipeType}
            isPro={entitlements.release_requests}
            // Said as soon as it is so: no other answer of the form can mend it.
            error={isOffered(draft, venues) ? errors.snipe_type_error : messages.releaseNotHere}
            onChange={(snipeType) => {
              set('snipe_type_error', { snipeType });
            }}
            onUpgrade={upgrade}
          />
          <VenuesSection
            venues={venues}
            entitlements={entitlements}
            existing={new Set(existing.map(({ venue }) => venue))}
            error={errors.venues_error}
            onAdd={add}
            onSeating={(venue) => {
              setAdding({ venue });
            }}
            onRemove={({ id }) => {
              // The one that has no releases may be the one that goes.
              forgive('snipe_type_error');
              selection.remove(id);
            }}
            onUpgrade={upgrade}
          />
          <PartySection
            value={draft.partySize}
            entitlements={entitlements}
            error={errors.party_size_error}
            onChange={(partySize) => {
              set('party_size_error', { partySize });
            }}
            onUpgrade={upgrade}
          />
          <DateSection
            dates={draft.dates}
            used={existing.flatMap(({ dates }) => dates)}
            today={today}
            entitlements={entitlements}
            error={errors.dates_error}
            onChange={(dates) => {
              set('dates_error', { dates });
            }}
            onUpgrade={upgrade}
          />
          <TimeSection
            value={draft.time}
            entitlements={entitlements}
            error={errors.times_error}
            onChange={(time) => {
              set('times_error', { time });
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
                // The pair may be over together, and that stands beside the time.
                forgive('release_time_error');
                set('release_dates_error', { releaseDate });
              }}
              onTime={(releaseTime) => {
                set('release_time_error', { releaseTime });
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
        </div>
        <DraftTicket {...shared} />
        <DraftBar {...shared} />
      </form>
      <Suspense>
        {adding !== null && (
          <AddVenueDialog
            user={user}
            initial={adding.venue}
            onClose={() => {
              setAdding(null);
            }}
            onUpgrade={() => {
              setAdding(null);
              upgrade();
            }}
            onConfirm={(venue, seating) => {
              forgive('venues_error');
              selection.add(toSelected(venue), entitlements.max_venues);
              selection.seat(venue.id, seating);
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
      </Suspense>
    </>
  );
}

/** The selection, cut to what the tier allows: it may have been made under another. */
function useVenuesWithin(max: number) {
  const venues = useSelection();
  const isTooMany = venues.length > max;
  useEffect(() => {
    if (isTooMany) selection.replace(selection.get().slice(-max));
  }, [isTooMany, max]);
  return venues;
}
