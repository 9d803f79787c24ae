/** The user's API keys: what each may do, when it was last used, and buttons to create and revoke keys. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatAgo, formatLongDay } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadStatus } from '@/ui/load-status';
import { type ApiKey, keysQuery, useRevokeKey } from './calls';
import { KEYS } from './messages';

const CreateDialog = lazyComponent(async () => (await import('./create-dialog')).CreateDialog);
const RevokeDialog = lazyComponent(async () => (await import('./revoke-dialog')).RevokeDialog);

export function ApiKeys() {
  const titleId = useId();
  const query = useQuery(keysQuery);
  const keys = query.data;
  const [isCreating, setIsCreating] = useState(false);
  return (
    <section className="profile-part" data-shows="api-keys" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{KEYS.title}</h3>
        <p className="hint">{KEYS.text}</p>
        <p className="hint">{KEYS.kept}</p>
        {/* Served as it is, so no route of the application. */}
        <a href="/developers" className="link">
          {KEYS.reference}
        </a>
      </div>
      {keys === undefined && <LoadStatus query={query} texts={KEYS} rows={1} className="h-11" />}
      {keys !== undefined && (
        <>
          <List keys={keys} />
          <Button
            className="justify-self-start"
            onClick={() => {
              setIsCreating(true);
            }}
          >
            {KEYS.create}
          </Button>
        </>
      )}
      {isCreating && (
        <CreateDialog
          onClose={() => {
            setIsCreating(false);
          }}
        />
      )}
    </section>
  );
}

function List({ keys }: { keys: readonly ApiKey[] }) {
  const [asking, setAsking] = useState<ApiKey | null>(null);
  return (
    <>
      {keys.length === 0 ? (
        <p>{KEYS.none}</p>
      ) : (
        <ul>
          {keys.map((key) => (
            <Row
              key={key.id}
              apiKey={key}
              onRevoke={() => {
                setAsking(key);
              }}
            />
          ))}
        </ul>
      )}
      {asking !== null && (
        <Question
          apiKey={asking}
          onClose={() => {
            setAsking(null);
          }}
        />
      )}
    </>
  );
}

function Question({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <RevokeDialog
      name={apiKey.name}
      text={KEYS.revokeText}
      keep={KEYS.keep}
      id={apiKey.id}
      revoke={useRevokeKey()}
      onClose={onClose}
    />
  );
}

type RowProps = { apiKey: ApiKey; onRevoke: () => void };

function Row({ apiKey: { name, scopes, last_used_at, expires_at }, onRevoke }: RowProps) {
  const now = useNow();
  const used = last_used_at === null ? null : formatAgo(Date.parse(last_used_at), now);
  const end = formatLongDay(expires_at);
  return (
    <li className="device">
      <div>
        <b>{name}</b>
        <p className="hint">{scopes.map((scope) => KEYS.scope[scope]).join(' ')}</p>
        <p className="hint">
          {used === null ? KEYS.neverUsed : KEYS.lastUsed(used)} ·{' '}
          {Date.parse(expires_at) > now ? KEYS.ends(end) : KEYS.ended(end)}
        </p>
      </div>
      <Button size="sm" aria-label={KEYS.revokeNamed(name)} onClick={onRevoke}>
        {KEYS.revoke}
      </Button>
    </li>
  );
}
