import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { meQuery } from '@/api/me';
import { latePart } from '@/ui/lazy-component';
import { Face } from './account-initials';
import { fullName, initials } from './initials';

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
  const name = fullName(user);
  return (
    <button
      {...props}
      type="button"
      className="avatar"
      // The initials are what is seen: speech input finds the button by them (WCAG 2.5.3).
      aria-label={['Account menu', initials(name), name].filter(Boolean).join(', ')}
    >
      <Face />
    </button>
  );
}
