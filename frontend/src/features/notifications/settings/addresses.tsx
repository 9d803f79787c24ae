/** The devices and chat apps that get notifications: turn on this device, add an app, remove one. */
import { useId, useRef, useState } from 'react';
import { BellRing, MessageSquare, Plus, Smartphone } from 'lucide-react';
import { formatLongDay } from '@/lib/format';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { ADDRESSES, APP_NAMES } from './messages';
import { useRemove, useTurnOn } from './mutations';
import { pushSupport } from './push-device';
import type { Address } from './queries';

const AddAppDialog = lazyComponent(async () => (await import('./add-app-dialog')).AddAppDialog);

type Props = { addresses: readonly Address[]; pushKey: string | null };

export function Addresses({ addresses, pushKey }: Props) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [adding, setAdding] = useState(false);
  const remove = useRemove();
  const isOnHere = addresses.some(({ channel, current }) => channel === 'push' && current);
  return (
    <section className="profile-part" data-shows="addresses" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId} ref={title} tabIndex={-1}>
          {ADDRESSES.title}
        </h3>
        <p className="hint">{ADDRESSES.text}</p>
      </div>
      {addresses.length > 0 && (
        <ul aria-live="polite">
          {addresses.map((address) => (
            <Row
              key={address.id}
              address={address}
              pending={remove.isPending && remove.variables.id === address.id}
              onRemove={() => {
                remove.mutate(address, {
                  // The pressed button was removed, so the focus moves to the title.
                  onSuccess: () => title.current?.focus(),
                });
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {pushKey !== null && !isOnHere && <ThisDevice pushKey={pushKey} />}
        <Button
          onClick={() => {
            setAdding(true);
          }}
        >
          <Plus aria-hidden="true" />
          {ADDRESSES.add}
        </Button>
      </div>
      {adding && (
        <AddAppDialog
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </section>
  );
}

/** What the user can do. Nothing is said of a browser that can't get push messages at all. */
const WHY_NOT = { blocked: ADDRESSES.blocked, 'home-screen': ADDRESSES.homeScreen } as const;

function ThisDevice({ pushKey }: { pushKey: string }) {
  const turnOn = useTurnOn();
  const support = pushSupport();
  if (support === 'unsupported') return null;
  if (support !== 'available') return <p className="hint address-why">{WHY_NOT[support]}</p>;
  return (
    <Button
      variant="ink"
      pending={turnOn.isPending}
      pendingLabel={ADDRESSES.turningOn}
      onClick={() => {
        turnOn.mutate(pushKey);
      }}
    >
      <BellRing aria-hidden="true" />
      {ADDRESSES.turnOn}
    </Button>
  );
}

type RowProps = { address: Address; pending: boolean; onRemove: () => void };

function Row({ address, pending, onRemove }: RowProps) {
  const { app, label, current, created_at, state, problem } = address;
  const name = app === null ? label : APP_NAMES[app];
  const Icon = app === null ? Smartphone : MessageSquare;
  const detail = app === null ? (current ? ADDRESSES.thisDevice : ADDRESSES.device) : label;
  return (
    <li className="device">
      <div className="address">
        <Icon aria-hidden="true" />
        <div>
          <b>{name}</b>
          <p className="hint">
            {`${detail} · ${state === 'checking' ? ADDRESSES.checking : ADDRESSES.added(formatLongDay(created_at))}`}
          </p>
          {problem !== null && <p className="hint">{problem}</p>}
        </div>
      </div>
      <Button
        size="sm"
        aria-label={`${ADDRESSES.remove} ${name}`}
        pending={pending}
        pendingLabel={ADDRESSES.removing}
        onClick={onRemove}
      >
        {ADDRESSES.remove}
      </Button>
    </li>
  );
}
