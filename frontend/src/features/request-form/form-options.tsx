/** The sections of the request form (specification §2, step 2), which open below the sentence. */
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Entitlements } from '@/api/types';
import type { IsoDate } from '@/lib/dates';
import { seatingsOf, type SelectedVenue } from '@/entities/venue/selection';
import type { CardChoice } from './draft/chosen-cards';
import { notifies, wantsOneTable, type Draft } from './draft/draft';
import type { Editing } from './edit';
import { REQUEST_FORM } from './messages';
import { AccountSection } from './sections/account-section';
import { focusSection } from './sections/focus-section';
import { NotifySection } from './sections/notify-section';
import { ProTag } from './sections/option';
import { PartySection } from './sections/party-section';
import { TermsSections } from './sections/terms/terms-sections';
import { TypeSection } from './sections/type-section';
import { VenuesSection } from './sections/venues-section';
import { WhenSections } from './sections/when-sections';
import type { VenueControl } from './use-venues';
import { firstError, type ErrorField, type WizardErrors } from './wizard-schema';

type Props = {
  id: string;
  draft: Draft;
  venues: readonly SelectedVenue[];
  venueControl: VenueControl;
  entitlements: Entitlements;
  /** Null for a new request. */
  editing: Editing | null;
  errors: WizardErrors;
  /** The restaurants with an active request or a booking of the user. */
  existing: ReadonlySet<number>;
  /** The dates of the user's other requests. */
  used: readonly IsoDate[];
  cards: readonly CardChoice[];
  /** The restaurant that the chosen one replaced, where the plan includes one. */
  replaced: SelectedVenue | null;
  /** Below an error: where the user can do what it says is impossible here. */
  instead: (error: string | undefined) => ReactNode;
  /** Turns the draft into a notify-only request, which needs no account; null if the user books for clients. */
  onNotify: (() => void) | null;
  onSet: (field: ErrorField, part: Partial<Draft>) => void;
  onChange: (part: Partial<Draft>) => void;
  onClear: (...fields: ErrorField[]) => void;
  onKept: () => void;
  onAdd: () => void;
  onSeating: (venue: SelectedVenue) => void;
  onUpgrade: () => void;
};

export function FormOptions(props: Props) {
  const { id, draft, venues, venueControl, entitlements, editing, errors, existing, used } = props;
  const { cards, replaced, instead, onSet, onChange, onClear, onKept, onUpgrade } = props;
  // The code may have loaded after the error that opened the options.
  const focusError = useEffectEvent(() => {
    const first = firstError(errors);
    if (first !== null) focusSection(first);
  });
  useEffect(() => {
    focusError();
  }, []);
  return (
    <div id={id} className="form-options">
      {!hasAll(entitlements) && (
        <button type="button" className="gate-line pro-line" onClick={onUpgrade}>
          <ProTag /> <span>{REQUEST_FORM.proLine}</span>
        </button>
      )}
      <AccountSection error={errors.account_error} onNotify={props.onNotify} />
      <TypeSection
        value={draft.snipeType}
        isPro={entitlements.release_requests}
        error={errors.snipe_type_error}
        onChange={(snipeType) => {
          onSet('snipe_type_error', { snipeType });
        }}
        onUpgrade={onUpgrade}
      />
      {draft.snipeType === 'cancel' && (
        <NotifySection
          value={draft.notifyOnly}
          error={errors.notify_only_error}
          onChange={(notifyOnly) => {
            onSet('notify_only_error', { notifyOnly });
          }}
        />
      )}
      <VenuesSection
        venues={venues}
        entitlements={entitlements}
        existing={existing}
        error={errors.venues_error}
        seatingError={errors.table_type_error}
        instead={instead(errors.venues_error)}
        ranked={venues.length > 1 && wantsOneTable(draft)}
        replaced={replaced}
        onMove={venueControl.move}
        onKeep={(venue) => {
          venueControl.add(venue, seatingsOf(venue));
          onKept();
        }}
        onAdd={props.onAdd}
        onSeating={props.onSeating}
        onRemove={(venue) => {
          // Removing the restaurant without releases may correct the type.
          onClear(
            'venues_error',
            'snipe_type_error',
            'table_type_error',
            'party_size_error',
            'dates_error',
          );
          onKept();
          venueControl.remove(venue.id);
        }}
        onUpgrade={onUpgrade}
      />
      <PartySection
        value={draft.partySize}
        entitlements={entitlements}
        error={errors.party_size_error}
        instead={instead(errors.party_size_error)}
        onChange={(partySize) => {
          onSet('party_size_error', { partySize });
        }}
        onUpgrade={onUpgrade}
      />
      <WhenSections
        draft={draft}
        venues={venues}
        editing={editing}
        used={used}
        entitlements={entitlements}
        errors={errors}
        instead={instead(errors.dates_error)}
        onSet={onSet}
        onChange={onChange}
        onClear={onClear}
        onUpgrade={onUpgrade}
      />
      {!notifies(draft) && (
        <TermsSections
          draft={draft}
          venues={venues}
          isPro={entitlements.override}
          cards={cards}
          onChange={onChange}
          onUpgrade={onUpgrade}
        />
      )}
    </div>
  );
}

/** Whether the plan includes each choice of the form. */
function hasAll(plan: Entitlements): boolean {
  return (
    plan.release_requests &&
    plan.custom_party_size &&
    plan.custom_time &&
    plan.seating_choice &&
    plan.override &&
    plan.max_venues > 1 &&
    plan.max_dates > 1
  );
}
