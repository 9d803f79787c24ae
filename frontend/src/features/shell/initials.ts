import type { User } from '@/api/types';

export function fullName(user: Pick<User, 'first_name' | 'last_name'> | undefined): string {
  return user === undefined ? '' : `${user.first_name} ${user.last_name}`.trim();
}

/** The first letters of the first two words, for the round button in the header. */
export function initials(name: string): string {
  const words = name.split(/\s+/).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase()).join('');
}
