import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { meQuery } from '@/api/me';
import { latePart } from '@/ui/late-part';
import { Face } from './face';
import { fullName } from './initials';

const AccountMenu = latePart(async () => (await import('./account-menu')).AccountMenu);

/** The round button of the header. Its menu comes when somebody is near it; a press before that opens it on arrival. */
export function AccountButton({ onShortcuts }: { onShortcuts: () => void }) {
  const [pressed, setPressed] = useState(false);
  return (
    <AccountMenu
      open={pressed}
      onOpenChange={setPressed}
      waiting={
        <AccountFace
          {...AccountMenu.near}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => {
            setPressed(true);
          }}
        />
      }
      trigger={<AccountFace />}
      onShortcuts={onShortcuts}
    />
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
