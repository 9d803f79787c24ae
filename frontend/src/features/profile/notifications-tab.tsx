import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/api/me';
import { NotificationSettings } from '@/features/notifications/settings/notification-settings';
import { usePushedHere } from '@/features/notifications/settings/use-pushed-here';
import { BookedSwitches } from '@/features/notifications/booked/booked-switches';
import { BrowserSwitch } from '@/features/notifications/browser-switch';
import { LoadError } from '@/ui/load-error';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { CalendarAddress } from './calendar-address';
import { SwitchRow, type NamedBy } from '@/ui/switch-row';
import { emailText, phoneText, WaitingChannels } from './channel-row';
import { EmailConfirm } from './email-confirm';
import { PROFILE } from './messages';
import { useSavePreferences } from './mutations';
import { PhoneConfirm } from './phone-confirm';
import { type Preferences, preferencesQuery } from './queries';

const HomeAssistant = lazyPanel(
  async () => (await import('./home-assistant/home-assistant')).HomeAssistant,
  <Skeleton className="h-34" />,
);

export function NotificationsTab() {
  const { data, isError, isFetching, refetch } = useQuery(preferencesQuery);
  const { data: user } = useQuery(meQuery);
  const isPushed = usePushedHere();
  return (
    <>
      <h2 className="sr-only">{PROFILE.notifications}</h2>
      {data === undefined && isError && (
        <LoadError
          title={PROFILE.notificationsFailed}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      )}
      <div>
        {data === undefined && !isError && <WaitingChannels />}
        {data !== undefined && <Channels preferences={data} />}
        {/* Notifications of the service worker replace those of open pages, which this switch turns on. */}
        {!isPushed && <BrowserSwitch />}
        <BookedSwitches />
      </div>
      <NotificationSettings
        email={data?.email_notifications ?? false}
        sms={(data?.phone_notifications ?? false) && user?.phone_confirmed !== false}
      />
      <CalendarAddress />
      <HomeAssistant />
    </>
  );
}

function Channels({ preferences }: { preferences: Preferences }) {
  const { data: user } = useQuery(meQuery);
  const save = useSavePreferences();
  // Not loaded or failed: the saved preference decides.
  const canText = user?.phone_confirmed !== false;
  const control = (key: keyof Preferences, isPossible: boolean) => (named: NamedBy) => (
    <Switch
      {...named}
      disabled={!isPossible}
      checked={isPossible && preferences[key]}
      onCheckedChange={(on) => {
        save.mutate({ [key]: on });
      }}
    />
  );
  return (
    <>
      <SwitchRow label={PROFILE.email} text={emailText(user)}>
        {/* Operable while it waits: the choice counts for the messages that wait too. */}
        {control('email_notifications', true)}
      </SwitchRow>
      {user?.email_confirmed === false && <EmailConfirm />}
      <SwitchRow label={PROFILE.phone} text={phoneText(user)}>
        {control('phone_notifications', canText)}
      </SwitchRow>
      {!canText && user.phone !== '' && <PhoneConfirm />}
    </>
  );
}
