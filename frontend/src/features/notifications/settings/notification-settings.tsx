/** The notification settings: devices and chat apps, topics and channels, quiet hours, and test messages. */
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { Addresses } from './addresses';
import { ChoiceTable, type ChannelsOn } from './choice-table';
import { SETTINGS } from './messages';
import './notification-settings.css';
import { type NotificationSettings as Settings, settingsQuery } from './queries';
import { QuietHoursPart } from './quiet-hours';
import { SendTest } from './send-test';

/** `email` and `sms` say whether the user wants messages on this channel and it is confirmed. */
export function NotificationSettings({ email, sms }: { email: boolean; sms: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery);
  if (data !== undefined) return <Parts settings={data} email={email} sms={sms} />;
  return (
    <div className="profile-part">
      {isError ? (
        <LoadError title={SETTINGS.failed} onRetry={() => void refetch()} pending={isFetching} />
      ) : (
        <Skeleton className="notification-settings-waiting" />
      )}
    </div>
  );
}

function Parts({ settings, email, sms }: { settings: Settings; email: boolean; sms: boolean }) {
  const has = (channel: 'push' | 'chat') =>
    settings.addresses.some((address) => address.channel === channel);
  const on: ChannelsOn = { email, sms, push: has('push'), chat: has('chat') };
  return (
    <>
      <Addresses addresses={settings.addresses} pushKey={settings.push_key} />
      <ChoiceTable choices={settings.choices} on={on} />
      <QuietHoursPart hours={settings.quiet_hours} />
      <SendTest />
    </>
  );
}
