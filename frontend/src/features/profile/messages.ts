/** Every sentence of the profile. */
export const PROFILE = {
  title: 'Profile',
  loadFailed: 'We could not load your profile.',

  personal: 'Personal info',
  saved: 'Your details are saved.',

  referral: 'Invite a friend',
  referralText: 'The code is filled in for people who sign up through your link.',
  referralCode: 'Referral code',
  referralLink: 'Referral link',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'Selected. Copy it with your keyboard.',

  password: 'Reset Password',
  currentRequired: 'Enter your current password',
  passwordHint: 'Changing it signs every other device out.',

  devices: 'Where you are logged in',
  devicesText: 'A device you do not know? Sign it out, then change your password.',
  devicesFailed: 'We could not load your devices.',
  thisDevice: 'This device',
  signOut: 'Sign out',
  signOutOthers: 'Sign out all others',
  unknownDevice: 'Unknown device',

  notifications: 'Notifications',
  notificationsFailed: 'We could not load your notifications.',
  email: 'Email',
  emailText: 'A table booked, a request ended, an account to reconnect, news of your plan',
  phone: 'Phone',
  phoneText: 'Text messages for urgent news only',

  close: 'Close your account',
  closeText:
    'Your requests stop and your subscription ends at once, without a refund. We forget your name, email, phone and connected accounts. Tables already booked stay yours, in your own Resy or OpenTable account.',
  closeButton: 'Close account',
  closeTitle: 'Close your account for good?',
  closeQuestion: 'This cannot be taken back. Enter your password to go on.',
  passwordRequired: 'Enter your password',
  closing: 'Closing…',
  stay: 'Keep my account',
} as const;
