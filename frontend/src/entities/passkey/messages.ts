/** Every sentence about passkeys. */
import { formatCount } from '@/lib/format';

export const PASSKEYS = {
  title: 'Passkeys',
  text: 'With a passkey, only your fingerprint, face or PIN can approve what a program may book without asking each time. Without one, pressing Approve is enough.',
  kept: 'Resetting a forgotten password removes them all.',
  loading: 'Loading your passkeys',
  failed: "We couldn't load your passkeys.",
  none: 'You have no passkeys.',
  lastUsed: (ago: string) => `Last used ${ago}`,
  neverUsed: 'Never used',
  most: (most: number) =>
    `You have ${formatCount(most)} passkeys, which is the most. Remove one to add another.`,

  add: 'Add passkey',
  addTitle: 'Add a passkey',
  addText: "Your device asks for your fingerprint, face or PIN. We don't get any of them.",
  adding: 'Adding…',
  added: 'Your passkey is added.',
  name: 'Name',
  nameHint: 'The device or app that will have it, such as My phone',
  nameRequired: 'Enter a name',
  password: 'Your password',
  passwordRequired: 'Enter your password',
  cancel: 'Cancel',

  remove: 'Remove',
  removing: 'Removing…',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: "You can't approve anything with this passkey anymore.",
  removeLast: "It's your only passkey. Without one, pressing Approve is enough.",
  keep: 'Keep it',

  notConfirmed: "Your device didn't confirm it, so nothing was changed. Try again.",
  alreadyHere: 'This device already has a passkey for your account.',
  cannotVerify: "This device can't check your fingerprint, face or PIN. Try another one.",
  noBrowser: "This browser can't use passkeys.",
  needsName: (host: string) =>
    `Passkeys don't work at ${host}. They need a host name instead of an IP address.`,
  elsewhere: (host: string, name: string) =>
    `Passkeys don't work at ${host}. Open this page at ${name} instead.`,
} as const;
