/** Every sentence about API keys. */
import { SCOPE_TEXT } from '@/entities/program/scopes';
import { formatCount } from '@/lib/format';

export const KEYS = {
  title: 'API keys',
  text: 'With a key, a program of yours can use Tablehawk as you. No key can connect accounts, see cards or change your password, email or plan.',
  kept: 'A new password keeps your keys. Resetting a forgotten one revokes them all.',
  reference: 'Reference for programmers',
  failed: "We couldn't load your API keys.",
  loading: 'Loading your API keys',
  none: 'You have no API keys.',
  create: 'Create API key',
  lastUsed: (ago: string) => `Last used ${ago}`,
  neverUsed: 'Never used',
  ends: (day: string) => `Ends ${day}`,
  ended: (day: string) => `Ended ${day}`,

  createTitle: 'Create an API key',
  name: 'Name',
  nameHint: 'The program that will use it',
  nameRequired: 'Enter a name',
  scopes: 'What the program can do',
  scopesRequired: 'Choose at least one',
  days: 'Ends in',
  dayCount: (days: number) => `${formatCount(days)} days`,
  password: 'Your password',
  passwordRequired: 'Enter your password',
  creating: 'Creating…',
  cancel: 'Cancel',

  createdTitle: 'Your new API key',
  createdText: "Copy the key now. We can't show it again.",
  key: 'API key',
  done: 'Done',

  revoke: 'Revoke',
  revoking: 'Revoking…',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: "The program that uses this key stops working right away. You can't undo this.",
  keep: 'Keep this key',

  scope: SCOPE_TEXT,
} as const;
