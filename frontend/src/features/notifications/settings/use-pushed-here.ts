import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPushed, setPushed } from '../browser-notifications';
import { settingsQuery } from './queries';

/** Whether the server sends notifications to this device. The user may also have removed it on another device. */
export function usePushedHere(): boolean {
  const { data } = useQuery(settingsQuery);
  const isOn = data?.addresses.some(({ channel, current }) => channel === 'push' && current);
  useEffect(() => {
    if (isOn !== undefined) setPushed(isOn);
  }, [isOn]);
  return isOn ?? isPushed();
}
