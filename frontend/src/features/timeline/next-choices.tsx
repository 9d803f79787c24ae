/** After an unsuccessful request: what would have had a chance, as up to three next requests, each filed by one press. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import type { Group } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { accountsAt } from '@/entities/platform/accounts';
import { platforms } from '@/entities/platform/platforms';
import { accountFields } from '@/entities/platform/wire';
import { TryAgain } from '@/entities/request/actions/try-again';
import { dropEmptyLists } from '@/entities/request/cache/cached-groups';
import { reservationKeys, venueActivityQuery } from '@/entities/request/cache/queries';
import { canLookAgain } from '@/entities/request/group-state';
import { messages } from '@/entities/request/messages';
import { draftOddsQuery } from '@/entities/request/odds/odds-queries';
import { chanceText, changeText } from '@/entities/request/odds/odds-text';
import { requestOnPage } from '@/entities/request/on-page';
import { nextTry, nextTryText } from '@/entities/request/tables/seen-tables';
import { today } from '@/lib/dates';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { missedOpening, missedText } from './missed-opening';
import { nextChoices, nextFields, type NextChoice } from './next-choices-rules';
import './next-choices.css';

/** Each restaurant is a call. */
const MOST_VENUES = 5;

const WORDS = {
  title: 'Try again',
  same: 'this request',
  file: 'File it',
  filing: 'Filing…',
  change: 'Change it first',
} as const;

export function NextChoices({ group }: { group: Group }) {
  const { data: user } = useQuery(meQuery);
  if (group.status !== 'unsuccessful' || group.swap !== null) return null;
  if (user === undefined || canLookAgain(group)) return null;
  return (
    <>
      <Missed group={group} />
      {/* A request for a client needs the client's card, which only the form asks for. */}
      {user.is_concierge ? <TryAgain group={group} /> : <Choices group={group} user={user} />}
    </>
  );
}

/** What would have won: a table that opened outside the times. Nothing is said where none is known. */
function Missed({ group }: { group: Group }) {
  const missed = useQueries({
    queries: group.venues.slice(0, MOST_VENUES).map(({ id }) => venueActivityQuery(id)),
    combine: (all) =>
      missedOpening(
        group,
        new Map(
          all.flatMap(({ data }) => (data === undefined ? [] : [[data.venue, data.openings]])),
        ),
      ),
  });
  return missed !== null && <p className="missed-opening">{missedText(group, missed)}</p>;
}

function Choices({ group, user }: { group: Group; user: User }) {
  const next = nextTry(group, { today: today(), customTime: user.entitlements.custom_time });
  const fields = nextFields(group, next);
  const { data: odds } = useQuery(draftOddsQuery(fields));
  const file = useFile(user);
  return (
    <section className="next-choices" aria-label={WORDS.title}>
      <h3>{WORDS.title}</h3>
      <p>{nextTryText(group, next)}</p>
      <ul>
        {nextChoices(fields, odds ?? null, user).map((choice) => {
          const { change, probability } = choice;
          const isFiling = file.isPending && file.variables.change?.kind === change?.kind;
          const text = change === null ? WORDS.same : changeText(change);
          return (
            <li key={change?.kind ?? 'same'}>
              <p>
                {probability !== null && <b>{chanceText(probability)}</b>} {text}
              </p>
              <Button
                size="sm"
                disabled={file.isPending && !isFiling}
                pending={isFiling}
                pendingLabel={WORDS.filing}
                onClick={() => {
                  file.mutate(choice);
                }}
              >
                {WORDS.file} <span className="sr-only">{text}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <Link
        to="/reservations/add-reservation"
        search={{ again: String(group.group_id) }}
        className="link link-inline"
      >
        {WORDS.change}
      </Link>
    </section>
  );
}

/** Files a request with the user's first account at each platform, as the form does. */
function useFile(user: User) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ fields: reservation }: NextChoice) =>
      unwrap(
        api.POST('/api/reservations/', {
          body: { reservation, clientDetails: null, ...accountFields(firstAccounts(user)) },
        }),
      ),
    networkMode: 'always',
    onSuccess: async ({ group, message }) => {
      await queryClient.invalidateQueries({ queryKey: reservationKeys.all });
      dropEmptyLists(queryClient);
      await navigate({ to: '/reservations' });
      const shownBy = [requestOnPage(group.group_id)];
      toast({ title: message, tone: 'watching', icon: 'watching', shownBy, shownWithinMs: 3000 });
    },
    onError: (error) => {
      toast({ title: messages.notFiledAgain, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
}

function firstAccounts(user: User): Record<string, number> {
  return Object.fromEntries(
    platforms().flatMap(({ key }) => {
      const [account] = accountsAt(user, key);
      return account === undefined ? [] : [[key, account.id]];
    }),
  );
}
