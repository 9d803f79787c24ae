import { useQuery } from '@tanstack/react-query';
import { User } from 'lucide-react';
import { meQuery } from '@/api/me';
import { fullName, initials } from './initials';

/** Inside the round button: the user's initials, or a figure when nobody could tell who it is. */
export function Face() {
  const { data, isError } = useQuery(meQuery);
  if (data === undefined && isError) return <User aria-hidden="true" />;
  return initials(fullName(data));
}
