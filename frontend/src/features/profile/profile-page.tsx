/** The user's plan, data, password, notification channels and connected accounts, each on a tab. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { meQuery } from '@/api/me';
import { CheckoutReturn } from '@/features/billing/checkout-return';
import { SubscriptionSection } from '@/features/billing/subscription-section';
import { useAfterCheckout } from '@/features/billing/use-after-checkout';
import { useCheckoutReturn } from '@/features/billing/use-checkout-return';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { WaitingNotifications } from './channel-row';
import { PROFILE } from './messages';
import { type ProfileSearch, returnOf, type Tab, tabOf, PROFILE_TABS } from './search';
import './profile.css';

const waiting = <Skeleton className="h-85" />;
const PersonalTab = lazyPanel(async () => (await import('./personal-tab')).PersonalTab, waiting);
const PasswordTab = lazyPanel(async () => (await import('./password-tab')).PasswordTab, waiting);
const NotificationsTab = lazyPanel(
  async () => (await import('./notifications-tab')).NotificationsTab,
  <WaitingNotifications />,
);

const LABELS: Record<Tab, string> = {
  plan: PROFILE.plan,
  personal: PROFILE.personal,
  password: PROFILE.password,
  notifications: PROFILE.notifications,
  accounts: PROFILE.accounts,
};

type Props = {
  search: ProfileSearch;
  /** The content of the tab Accounts; passed in by the route. */
  accounts: ReactNode;
};

export function ProfilePage({ search, accounts }: Props) {
  const tab = tabOf(search);
  // Kept from the first render: another tab's address does not have it.
  const [returned] = useState(() => returnOf(search));
  const { state, lookAgain } = useCheckoutReturn(returned, useAfterCheckout());
  const isWaiting = returned === 'success' && state === 'waiting';
  return (
    <main className="page" id="main">
      <div className="page-head profile-head">
        <PageTitle>{PROFILE.title}</PageTitle>
      </div>
      <nav className="tabs profile-tabs" aria-label={PROFILE.title}>
        {PROFILE_TABS.map((name) => (
          <Link
            key={name}
            to="/profile"
            search={name === 'plan' ? {} : { tab: name }}
            resetScroll={false}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={name === tab ? 'page' : undefined}
          >
            {LABELS[name]}
          </Link>
        ))}
      </nav>
      {returned !== null && returned !== 'visit' && (
        <CheckoutReturn
          state={returned === 'canceled' ? returned : state}
          onCheckAgain={lookAgain}
        />
      )}
      <section aria-label={LABELS[tab]} className={`profile-tab profile-${tab}`}>
        {tab === 'accounts' ? accounts : <TabContent tab={tab} isHeld={isWaiting} />}
      </section>
    </main>
  );
}

/** `isHeld`: a payment is being confirmed. */
function TabContent({ tab, isHeld }: { tab: Exclude<Tab, 'accounts'>; isHeld: boolean }) {
  switch (tab) {
    case 'plan':
      return <SubscriptionSection isHeld={isHeld} />;
    case 'notifications':
      return <NotificationsTab />;
    case 'personal':
    case 'password':
      return <UserTab tab={tab} />;
  }
}

/** The tabs that show the user's data. */
function UserTab({ tab }: { tab: 'personal' | 'password' }) {
  const { data: user, isError, isFetching, refetch } = useQuery(meQuery);
  if (user === undefined) {
    return (
      <>
        <h2 className="sr-only">{LABELS[tab]}</h2>
        {isError ? (
          <LoadError
            title={PROFILE.loadFailed}
            onRetry={() => void refetch()}
            pending={isFetching}
          />
        ) : (
          waiting
        )}
      </>
    );
  }
  return tab === 'personal' ? <PersonalTab user={user} /> : <PasswordTab email={user.email} />;
}
