/**
 * Fills a new request from an earlier one, then shows the form: what would have given an unsuccessful request a chance,
 * or the same for another client. The address loses the group, so a reload keeps changes.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { User } from '@/api/types';
import { today } from '@/lib/dates';
import { EMPTY_CLIENT, fromGroup, type ClientForm } from '@/features/clients/client-form';
import { messages } from '@/entities/request/messages';
import { cachedGroup } from '@/entities/request/cache/cached-groups';
import { savedDraft } from '@/entities/request/saved-draft';
import { nextTry } from '@/entities/request/tables/seen-tables';
import { selection, toSelected } from '@/entities/venue/selection';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import type { Draft } from './draft/draft';
import { draftOf, venuesOf } from './edit';
import { repeatQuery, type Repeated } from './repeat-query';
import { WizardSkeleton } from './wizard';

type Props = {
  user: User;
  groupId: number;
  isForOther: boolean;
  /** Receives the concierge's client, which is kept in memory only. */
  onClient: (client: ClientForm) => void;
};

export function TryAgainPage({ user, groupId, isForOther, onClient }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A list may lack the client's data, which a request for another client does not take over.
  const cached = isForOther ? cachedGroup(queryClient, groupId) : undefined;
  const found = useQuery(repeatQuery(groupId, cached));
  const { data } = found;
  const fillClient = useEffectEvent(onClient);
  useEffect(() => {
    if (data === undefined) return;
    const { draft, venues } = isForOther ? sameRequest(data, user) : nextRequest(data, user);
    savedDraft.write(user.id, JSON.stringify(draft));
    selection.replace(venues);
    const { client } = data.group;
    fillClient(client === null || isForOther ? EMPTY_CLIENT : fromGroup(client, new Date()));
    void navigate({ to: '.', search: {}, replace: true });
  }, [data, isForOther, navigate, user]);
  return (
    <main className="page" id="main">
      <div className="page-head request-form-head">
        <PageTitle>{messages.addTitle}</PageTitle>
      </div>
      {found.isError ? (
        <LoadError
          title={messages.editFailed}
          pending={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <WizardSkeleton />
      )}
    </main>
  );
}

/** The same request without what belongs to its client: the note to the restaurant, and the card. */
function sameRequest({ group, venues }: Repeated, user: User) {
  const draft: Draft = { ...draftOf(group, [], user), note: '', cards: {} };
  return { draft, venues: venuesOf(group, venues) };
}

/** The form of the old request with what would have given it a chance. Its book is open by now, so it watches. */
function nextRequest({ group, venues }: Repeated, user: User) {
  const next = nextTry(group, { today: today(), customTime: user.entitlements.custom_time });
  const [time = null, ...moreTimes] = next.times;
  const draft: Draft = {
    ...draftOf(group, [], user),
    snipeType: 'cancel',
    dates: next.dates,
    time,
    moreTimes,
    finalSnipe: null,
    releaseDate: null,
    releaseTime: null,
    feeCeilingCents: next.feeCeilingCents,
    cancelFeeCeilingCents: next.cancelFeeCeilingCents,
  };
  const chosen = venuesOf(group, venues);
  return { draft, venues: next.anySeating ? chosen.map(toSelected) : chosen };
}
