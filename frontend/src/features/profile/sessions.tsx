/** The signed-in devices, with buttons to sign them out. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { PROFILE } from './messages';
import { useSignOut } from './mutations';
import { type Session, sessionsQuery } from './queries';

export function Sessions() {
  const titleId = useId();
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery);
  return (
    <section className="profile-part" data-shows="sessions" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{PROFILE.devices}</h3>
        <p className="hint">{PROFILE.devicesText}</p>
      </div>
      {data !== undefined && <List sessions={data} />}
      {data === undefined && isError && (
        <LoadError
          title={PROFILE.devicesFailed}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      )}
      {data === undefined && !isError && <Skeleton className="h-34" />}
    </section>
  );
}

function List({ sessions }: { sessions: readonly Session[] }) {
  const signOut = useSignOut();
  const pending = signOut.isPending ? signOut.variables : null;
  const hasOthers = sessions.some(({ current }) => !current);
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            pending={pending !== null && pending !== 'others' && pending.id === session.id}
            onSignOut={() => {
              signOut.mutate({ id: session.id });
            }}
          />
        ))}
      </ul>
      {hasOthers && (
        <Button
          className="justify-self-start"
          pending={pending === 'others'}
          pendingLabel={PROFILE.signingOut}
          onClick={() => {
            signOut.mutate('others');
          }}
        >
          {PROFILE.signOutOthers}
        </Button>
      )}
    </>
  );
}

type DeviceProps = { session: Session; pending: boolean; onSignOut: () => void };

function Device({ session, pending, onSignOut }: DeviceProps) {
  const now = useNow();
  const name = session.device === '' ? PROFILE.unknownDevice : session.device;
  return (
    <li className="device">
      <div>
        <b>{name}</b>
        <p className="hint">
          {session.current
            ? PROFILE.thisDevice
            : PROFILE.lastUsed(formatAgo(Date.parse(session.last_used_at), now))}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={`${PROFILE.signOut} ${name}`}
          pending={pending}
          pendingLabel={PROFILE.signingOut}
          onClick={onSignOut}
        >
          {PROFILE.signOut}
        </Button>
      )}
    </li>
  );
}
