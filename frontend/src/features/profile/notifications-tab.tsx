import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { BrowserRow } from '@/features/notices/browser-row';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
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
      {data === undefined && !isError && <Skeleton className="h-34" />}
      <div>
        {data !== undefined && <Channels preferences={data} />}
        <BrowserRow />
      </div>
    </>
  );
}

function Channels({ preferences }: { preferences: Preferences }) {
  const id = useId();
  const save = useSavePreferences();
  return (
    <>
      {CHANNELS.map(({ key, label, text }) => (
        <div key={key} className="switch-row">
          <div>
            <b id={`${id}-${key}`}>{label}</b>
            <p className="hint" id={`${id}-${key}-text`}>
              {text}
            </p>
          </div>
          <Switch
            aria-labelledby={`${id}-${key}`}
            aria-describedby={`${id}-${key}-text`}
            checked={preferences[key]}
            onCheckedChange={(on) => {
              save.mutate({ [key]: on });
            }}
          />
        </div>
      ))}
    </>
  );
}
