import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  BookUser,
  Check,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Plug,
  Scale,
  ShieldCheck,
  Sun,
  User,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { meQuery } from '@/api/me';
import { useLogout } from '@/entities/user/use-logout';
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useTheme } from '@/lib/theme';
import {
  Menu,
  MenuItem,
  MenuItemIndicator,
  MenuLabel,
  MenuLine,
  MenuRadioGroup,
  MenuRadioItem,
} from '@/ui/overlays/menu';
import { fullName } from './initials';
import { SHELL, THEME_NAMES } from './messages';

const THEME_ICONS: Record<ThemeChoice, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

type Props = { trigger: ReactNode; onShortcuts: () => void };

/** Mounted by a click, so it starts open. */
export function AccountMenu({ trigger, onShortcuts }: Props) {
  const { data: user } = useQuery(meQuery);
  const theme = useTheme();
  const logout = useLogout();
  const navigate = useNavigate();
  const name = fullName(user);
  return (
    <Menu label={SHELL.account} trigger={trigger} defaultOpen>
      {user !== undefined && (
        <>
          <MenuLabel>
            <span className="block text-sm text-ink">{name}</span>
            {user.email}
          </MenuLabel>
          <MenuLine />
        </>
      )}
      <MenuItem onSelect={() => void navigate({ to: '/profile' })}>
        <User aria-hidden="true" />
        {SHELL.profile}
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/connect-accounts' })}>
        <Plug aria-hidden="true" />
        {SHELL.accounts}
      </MenuItem>
      {user?.is_concierge === true && (
        <MenuItem onSelect={() => void navigate({ to: '/clients' })}>
          <BookUser aria-hidden="true" />
          {SHELL.clients}
        </MenuItem>
      )}
      <MenuLine />
      <MenuLabel>{SHELL.theme}</MenuLabel>
      <MenuRadioGroup
        value={theme}
        onValueChange={(choice) => {
          chooseTheme(choice as ThemeChoice);
        }}
      >
        {THEME_CHOICES.map((choice) => {
          const Icon = THEME_ICONS[choice];
          return (
            <MenuRadioItem
              key={choice}
              value={choice}
              onSelect={(event) => {
                // Stays open: the effect is visible at once and can be undone.
                event.preventDefault();
              }}
            >
              <Icon aria-hidden="true" />
              {THEME_NAMES[choice]}
              <MenuItemIndicator className="end">
                <Check aria-hidden="true" />
              </MenuItemIndicator>
            </MenuRadioItem>
          );
        })}
      </MenuRadioGroup>
      <MenuLine />
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden="true" />
        {SHELL.shortcuts}
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/terms' })}>
        <Scale aria-hidden="true" />
        {SHELL.terms}
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/privacy' })}>
        <ShieldCheck aria-hidden="true" />
        {SHELL.privacy}
      </MenuItem>
      <MenuLine />
      <MenuItem
        onSelect={() => {
          logout.mutate();
        }}
      >
        <LogOut aria-hidden="true" />
        {SHELL.logOut}
      </MenuItem>
    </Menu>
  );
}
