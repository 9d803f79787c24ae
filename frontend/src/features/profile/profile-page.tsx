/** The user's data, password and notification channels, with the subscription beside them. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '@/api/me';
import { CheckoutReturn } from '@/features/billing/checkout-return';
import { SubscriptionSection } from '@/features/billing/subscription-section';
import { useCheckoutReturn } from '@/features/billing/use-checkout-return';
import { lazyPanel } from '@/ui/lazy-panel';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { WaitingNotifications } from './channel-row';
import { CloseAccount } from './close-account';
import { PROFILE } from './messages';
import { PersonalTab } from './personal-tab';
import { type ProfileSearch, returnOf, type Tab, tabOf, PROFILE_TABS } from './search';
import './profile.css';

const waiting = <Skeleton className="h-85" />;
const PasswordTab = lazyPanel(
  async () => (await import('./password-tab')).PasswordTab,
  // On small screens the plans come below. The placeholder is as high as the form with the devices, so the plans do
  // not move up first.
  <Skeleton className="h-85 h-180-narrow" />,
);
const NotificationsTab = lazyPanel(
  async () => (await import('./notifications-tab')).NotificationsTab,
  <WaitingNotifications />,
);

const LABELS: Record<Tab, string> = {
  personal: PROFILE.personal,
  password: PROFILE.password,
  notifications: PROFILE.notifications,
};

export function ProfilePage({ search }: { search: ProfileSearch }) {
  const navigate = useNavigate();
  const tab = tabOf(search);
  // Kept from the first render: the address is cleaned before the message has been read.
  const [returned] = useState(() => returnOf(search));
  const { state, lookAgain } = useCheckoutReturn(
    returned,
    () => void navigate({ to: '/profile', search: {}, replace: true, resetScroll: false }),
  );
  const isWaiting = returned === 'success' && state === 'waiting';
  return (
    <main className="page" id="main">
      <div className="page-head profile-head">
        <PageTitle>{PROFILE.title}</PageTitle>
      </div>
      <nav className="tabs" aria-label="Profile">
        {PROFILE_TABS.map((name) => (
          <Link
            key={name}
            to="/profile"
            search={name === 'personal' ? {} : { tab: name }}
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
      <div className="profile">
        <section aria-label={LABELS[tab]} className="profile-tab">
          <TabContent tab={tab} />
        </section>
        <SubscriptionSection isHeld={isWaiting} />
      </div>
      {tab === 'personal' && <CloseAccount />}
    </main>
  );
}

function TabContent({ tab }: { tab: Tab }) {
  const { data: user, isError, isFetching, refetch } = useQuery(meQuery);
  if (tab === 'notifications') return <NotificationsTab />;
  if (user === undefined) {
    return (
      <>
        <h2>{LABELS[tab]}</h2>
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
