import { useQuery } from '@tanstack/react-query';
import { BrowserRow } from '@/features/notices/browser-row';
import { LoadError } from '@/ui/load-error';
import { Switch } from '@/ui/switch';
import { ChannelRow, WaitingChannels } from './channel-row';
import { PROFILE } from './messages';
import { useSavePreferences } from './mutations';
import { type Preferences, preferencesQuery } from './queries';

const CHANNELS = [
  { key: 'email_notifications', label: PROFILE.email, text: PROFILE.emailText },
  { key: 'phone_notifications', label: PROFILE.phone, text: PROFILE.phoneText },
] as const satisfies readonly { key: keyof Preferences; label: string; text: string }[];

export function NotificationsTab() {
  const { data, isError, isFetching, refetch } = useQuery(preferencesQuery);
  return (
    <>
      <h2>{PROFILE.notifications}</h2>
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
        <BrowserRow />
      </div>
    </>
  );
}

function Channels({ preferences }: { preferences: Preferences }) {
  const save = useSavePreferences();
  return (
    <>
      {CHANNELS.map(({ key, label, text }) => (
        <ChannelRow key={key} label={label} text={text}>
          {(named) => (
            <Switch
              {...named}
              checked={preferences[key]}
              onCheckedChange={(on) => {
                save.mutate({ [key]: on });
              }}
            />
          )}
        </ChannelRow>
      ))}
    </>
  );
}
