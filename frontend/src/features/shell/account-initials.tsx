import { useQuery } from '@tanstack/react-query';
import { User } from 'lucide-react';
import { meQuery } from '@/api/me';
import { fullName, initials } from './initials';

/** The content of the round button: the user's initials, or an icon if the user could not be loaded. */
export function AccountInitials() {
  const { data, isError } = useQuery(meQuery);
  if (data === undefined && isError) return <User aria-hidden="true" />;
  return initials(fullName(data));
}
