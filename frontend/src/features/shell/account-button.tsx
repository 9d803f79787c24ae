import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { meQuery } from '@/api/me';
import { lazyComponent } from '@/ui/lazy-component';
import { AccountInitials } from './account-initials';
import { fullName, initials } from './initials';
import { SHELL } from './messages';

const AccountMenu = lazyComponent(async () => (await import('./account-menu')).AccountMenu);

/**
 * The round button of the header. Its menu loads when a pointer or the focus comes near; a click before that opens it
 * when it has loaded.
 */
export function AccountButton({ onShortcuts }: { onShortcuts: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AccountMenu
      open={isOpen}
      onOpenChange={setIsOpen}
      waiting={
        <AccountFace
          {...AccountMenu.preloadProps}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => {
            setIsOpen(true);
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
      className="account-button"
      // Speech input finds the button by its visible initials (WCAG 2.5.3).
      aria-label={[SHELL.accountButton, initials(name), name].filter(Boolean).join(', ')}
    >
      <AccountInitials />
    </button>
  );
}
