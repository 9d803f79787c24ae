/** The user's passkeys, with buttons to add and remove them. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PASSKEYS } from '@/entities/passkey/messages';
import {
  findObstacle,
  MOST_PASSKEYS,
  type Passkey,
  passkeysQuery,
} from '@/entities/passkey/passkeys';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { LoadStatus } from '@/ui/load-status';
import { AddDialog, RemoveDialog } from './dialogs';

export function Passkeys() {
  const titleId = useId();
  const query = useQuery(passkeysQuery);
  const { data: passkeys } = query;
  return (
    <section className="profile-part" data-shows="passkeys" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{PASSKEYS.title}</h3>
        <p className="hint">{PASSKEYS.text}</p>
        <p className="hint">{PASSKEYS.kept}</p>
      </div>
      {passkeys === undefined && (
        <LoadStatus query={query} texts={PASSKEYS} rows={1} className="h-11" />
      )}
      {passkeys !== undefined && (
        <>
          <List passkeys={passkeys} />
          <Adding count={passkeys.length} />
        </>
      )}
    </section>
  );
}

/** The button that adds one, or why none can be added here. */
function Adding({ count }: { count: number }) {
  const [isAdding, setIsAdding] = useState(false);
  const obstacle = count >= MOST_PASSKEYS ? PASSKEYS.most(MOST_PASSKEYS) : findObstacle();
  if (obstacle !== null) return <p>{obstacle}</p>;
  return (
    <>
      <Button
        className="justify-self-start"
        onClick={() => {
          setIsAdding(true);
        }}
      >
        {PASSKEYS.add}
      </Button>
      {isAdding && (
        <AddDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      )}
    </>
  );
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <>
      {passkeys.length === 0 ? (
        <p>{PASSKEYS.none}</p>
      ) : (
        <ul>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRemove={() => {
                setRemoving(passkey);
              }}
            />
          ))}
        </ul>
      )}
      {removing !== null && (
        <RemoveDialog
          passkey={removing}
          isLast={passkeys.length === 1}
          onClose={() => {
            setRemoving(null);
          }}
        />
      )}
    </>
  );
}

type RowProps = { passkey: Passkey; onRemove: () => void };

function Row({ passkey: { name, last_used_at }, onRemove }: RowProps) {
  const now = useNow();
  const used = last_used_at === null ? null : formatAgo(Date.parse(last_used_at), now);
  return (
    <li className="device">
      <div>
        <b>{name}</b>
        <p className="hint">{used === null ? PASSKEYS.neverUsed : PASSKEYS.lastUsed(used)}</p>
      </div>
      <Button size="sm" aria-label={PASSKEYS.removeNamed(name)} onClick={onRemove}>
        {PASSKEYS.remove}
      </Button>
    </li>
  );
}
