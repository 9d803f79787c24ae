/** Every sentence of the profile. */
import { anyPlatform } from '@/entities/platform/platforms';
import { formatCount } from '@/lib/format';

export const PROFILE = {
  title: 'Profile',
  loadFailed: "We couldn't load your profile.",

  plan: 'Plan',
  accounts: 'Accounts',

  personal: 'Personal info',
  firstName: 'First name',
  lastName: 'Last name',
  cancelFee: "If you don't come, pay up to $ a guest",
  cancelFeeHelp:
    'New requests accept a no-show or late cancellation fee up to this. At $0 they skip every table with such a fee.',
  cancelFeeWrong: 'Must be whole dollars, 1000 at most',
  save: 'Save changes',
  saving: 'Saving…',
  saved: 'Your details are saved.',

  referral: 'Invite a friend',
  referralText: 'Your code is filled in for anyone who uses this link.',
  referralCode: 'Referral code',
  referralLink: 'Referral link',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'Selected. Copy it with your keyboard.',

  password: 'Reset Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatNewPassword: 'Repeat new password',
  changePassword: 'Change password',
  changing: 'Changing…',
  currentRequired: 'Enter your current password',
  passwordHint: 'A new password signs you out on every other device.',

  devices: "Where you're logged in",
  devicesText: "If you don't recognize a device, sign it out and change your password.",
  devicesFailed: "We couldn't load your devices.",
  thisDevice: 'This device',
  lastUsed: (ago: string) => `Last used ${ago}`,
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signOutOthers: 'Sign out all others',
  unknownDevice: 'Unknown device',

  notifications: 'Notifications',
  notificationsFailed: "We couldn't load your notifications.",
  email: 'Email',
  emailText:
    'We email you when we book a table, when a request ends, and when something needs you.',
  phone: 'Phone',
  phoneText: 'We text your confirmed phone.',

  close: 'Close your account',
  closeText: () =>
    `Your requests stop and your subscription ends right away, without a refund. We delete your name, email, phone number and connected accounts. Tables already booked stay in your own ${anyPlatform()} account.`,
  closeButton: 'Close account',
  closeTitle: 'Close your account for good?',
  closeQuestion: "This can't be undone. Enter your password to continue.",
  yourPassword: 'Password',
  passwordRequired: 'Enter your password',
  closing: 'Closing…',
  stay: 'Keep my account',

  kept: (count: number) =>
    count === 1 ? 'This table stays booked' : `These ${formatCount(count)} tables stay booked`,
  keptText: "Closing your account doesn't cancel them. Cancel the ones you don't want first.",
  keptTextOne: "Closing your account doesn't cancel it. If you don't want it, cancel it first.",
  keptTable: (phrase: string, party: number | null) =>
    party === null ? phrase : `${phrase}, for ${party}`,
  keptLoading: 'Loading your booked tables',
  keptFailed: "We couldn't load your booked tables.",
  keptCanceling: 'Being canceled',
  cancelTable: 'Cancel table',
  cancelOn: (platform: string) => `Cancel on ${platform}`,
  cancelNamed: (label: string, phrase: string) => `${label}: ${phrase}`,
} as const;

/** The address at which calendar apps read the user's tables. */
export const CALENDAR = {
  title: 'Your tables in your calendar',
  text: 'Calendar apps can subscribe to your booked tables. Each app decides how often it looks for changes.',
  failed: "We couldn't load your calendar address.",
  create: 'Create calendar address',
  creating: 'Creating…',
  address: 'Calendar address',
  secret: (day: string) =>
    `Created ${day}. Subscribe to it in your calendar app. Anyone who has it can see your tables, so keep it to yourself.`,

  renew: 'New address',
  renewing: 'Creating…',
  renewTitle: 'Create a new calendar address?',
  renewText: 'The old address stops working at once. Calendar apps that use it need the new one.',
  renewed: 'The new address works. The old one has stopped.',

  remove: 'Remove',
  removing: 'Removing…',
  removeTitle: 'Remove the calendar address?',
  removeText: 'The address stops working at once. Calendar apps that use it get no more updates.',
  removed: 'The calendar address is removed.',

  keep: 'Keep this address',
} as const;

/** Changing and confirming an email address or a phone. Refusals are the server's sentences. */
export const CONFIRM = {
  pending: (pending: string) => `We sent a link to ${pending}`,
  stays: (email: string) => `Your address stays ${email} until you open it.`,

  emailMoves: (email: string) =>
    `We'll send a link to the new address. Your address stays ${email} until you open it, and then every other device is signed out.`,
  passwordWhy: 'To change your email or phone, enter your password.',
  phoneMoves: 'We text a new number only after you confirm it under Notifications.',

  emailWaits: (email: string) =>
    `This waits for your confirmation. Open the link that we sent to ${email}, and we'll also send what you missed in the last day.`,

  phoneOff: (phone: string) =>
    `We text confirmed numbers only, and ${phone} isn't confirmed yet. Get a code by text message and enter it here.`,
  phoneMissing: 'Text messages need a phone number. Add one under Personal info.',
  sendCode: 'Send a code',
  sendAnother: 'Send another code',
  sending: 'Sending…',
  code: 'Code',
  codeRequired: 'Enter the code from the text message.',
  confirm: 'Confirm phone',
  confirming: 'Confirming…',
} as const;
