/** Who the user is, how they log in and are told things, and beside each of these the subscription. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '@/api/me';
import { SubscriptionSection } from '@/features/billing/subscription-section';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { CloseAccount } from './close-account';
import { PROFILE } from './messages';
import { NotificationsTab } from './notifications-tab';
import { PasswordTab } from './password-tab';
import { PersonalTab } from './personal-tab';
import { type ProfileSearch, returnOf, type Tab, tabOf, TABS } from './search';
import './profile.css';

const LABELS: Record<Tab, string> = {
  personal: PROFILE.personal,
  password: PROFILE.password,
  notifications: PROFILE.notifications,
};

export function ProfilePage({ search }: { search: ProfileSearch }) {
  const navigate = useNavigate();
  const tab = tabOf(search);
  // Kept from the arrival: the address is tidied before the news has been read.
  const [returned] = useState(() => returnOf(search));
  return (
    <main className="page" id="main">
      <div className="page-head prof-head">
        <PageTitle>{PROFILE.title}</PageTitle>
      </div>
      <nav className="tabs" aria-label="Profile">
        {TABS.map((name) => (
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
      <div className="prof">
        <section aria-label={LABELS[tab]} className="prof-tab">
          <TabContent tab={tab} />
        </section>
        <SubscriptionSection
          returned={returned}
          onConfirmed={() =>
            void navigate({ to: '/profile', search: {}, replace: true, resetScroll: false })
          }
        />
      </div>
      {tab === 'personal' && <CloseAccount />}
    </main>
  );
}

function TabContent({ tab }: { tab: Tab }) {
  const { data: user, isError, isFetching, refetch } = useQuery(meQuery);
  if (tab === 'notifications') return <NotificationsTab />;
  if (user === undefined) {
    return isError ? (
      <LoadError title={PROFILE.loadFailed} onRetry={() => void refetch()} pending={isFetching} />
    ) : (
      <Skeleton className="h-85" />
    );
  }
  return tab === 'personal' ? <PersonalTab user={user} /> : <PasswordTab email={user.email} />;
}
