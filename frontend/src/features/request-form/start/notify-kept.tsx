/** The request of the visitor who has signed up: without account and plan it can be filed to notify only. */
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/api/me';
import type { User } from '@/api/types';
import { NotifyOffer } from '@/entities/request/notify-offer';
import { gatesFor, offersNotify } from '@/entities/venue/gating';
import { type SelectedVenue, useSelection } from '@/entities/venue/selection';
import { FieldError } from '@/ui/field';
import { NOTIFIES } from '../draft/draft';
import { draftSummary } from '../draft/draft-summary';
import { useDraft } from '../draft/use-draft';
import { useNotifyNow } from '../draft/use-notify-now';
import { useFiling } from './use-filing';

type Props = { user: User; venues: readonly SelectedVenue[] };

export function NotifyKept() {
  const { data: user } = useQuery(meQuery);
  const selected = useSelection();
  if (user === undefined) return null;
  const venues = selected.slice(-user.entitlements.max_venues);
  // No venue may need another plan.
  const isOffered =
    venues.some((venue) => offersNotify(user, venue)) &&
    venues.every((venue) => gatesFor(user, venue).reserve === 'open' || offersNotify(user, venue));
  return isOffered && <Offer user={user} venues={venues} />;
}

function Offer({ user, venues }: Props) {
  const control = useDraft(user.id, user.entitlements);
  const draft = { ...control.draft, ...NOTIFIES };
  const { errors, refusal, isPending, submit } = useFiling({ user, venues, draft, control });
  const notifyNow = useNotifyNow(control, submit);
  const [error = refusal] = Object.values(errors);
  return (
    <>
      <NotifyOffer
        user={user}
        about={`${draftSummary(draft, venues)}.`}
        pending={isPending}
        onNotify={notifyNow}
      />
      <div aria-live="polite">{error != null && <FieldError>{error}</FieldError>}</div>
    </>
  );
}
