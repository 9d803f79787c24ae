import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { meQuery } from '@/api/me';
import { Face } from './face';
import { fullName } from './initials';

const load = async () => ({ default: (await import('./account-menu')).AccountMenu });
const AccountMenu = lazy(load);

/** The round button of the header. Its menu comes when somebody is near it; a press before that opens it on arrival. */
export function AccountButton({ onShortcuts }: { onShortcuts: () => void }) {
  const [pressed, setPressed] = useState(false);
  const waiting = (
    <AccountFace
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => {
        setPressed(true);
      }}
    />
  );
  if (!pressed) return waiting;
  return (
    <Suspense fallback={waiting}>
      <AccountMenu trigger={<AccountFace />} onShortcuts={onShortcuts} />
    </Suspense>
  );
}

function AccountFace(props: ComponentProps<'button'>) {
  const { data: user } = useQuery(meQuery);
  return (
    <button
      {...props}
      type="button"
      className="avatar"
      aria-label={`Account menu, ${fullName(user)}`}
    >
      <Face />
    </button>
  );
}
