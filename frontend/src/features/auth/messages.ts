/** Every sentence of sign-up and login. The specification fixes some of them word for word. */
import { PLAN_PRICES } from '@/entities/plan/plans';
import { platforms } from '@/entities/platform/platforms';
import { formatMoney, formatTime } from '@/lib/format';

export const AUTH = {
  email: 'Email',
  password: 'Password',
  cancel: 'Cancel',
  logIn: 'Log in',
  signUp: 'Sign up',

  kept: (restaurant: string) => `We've kept your request for a table at ${restaurant}.`,

  loginTitle: 'Tables open up. We notice.',
  loginLead: 'Log in to see your requests.',
  loggingIn: 'Logging in…',
  newHere: 'New to Tablehawk?',
  passwordRequired: 'Password is required',
  loggedIn: 'Successfully logged in',
  noAccount: 'You need to connect an account',
  loginFailed: 'Login failed',
  checkFailed: 'Error checking account status',

  forgot: 'Forgot password',
  forgotText: "If there's an account for this address, we'll email you a link.",
  resetPassword: 'Reset Password',
  sending: 'Sending…',
  resetSent: 'Password reset instructions have been sent to your email.',
  resetTitle: 'Choose a new password.',
  resetLead: "You'll be signed out everywhere and can log in with the new password.",
  newPassword: 'New password',
  repeatNewPassword: 'Repeat new password',
  resetting: 'Saving…',
  resetDone: 'Password reset successfully',
  remembered: 'Remembered your password?',
  linkMissing: 'This page needs the link from our email.',
  linkMissingText:
    'The address is incomplete. Open the link in the email again, or request a new one.',
  linkDeadText: 'Each link works once, for one hour.',
  askAgain: 'Request a new link',
  linkMissingAdvice: 'The address is incomplete. Open the link in the email again.',
  linkOffline: "You're offline. The link still works: press the button when you're back online.",
  nothingChanged: 'Nothing was changed.',
  toProfile: 'Go to your profile',
  toRestaurants: 'See all restaurants',

  signUpTitle: 'Create your account.',
  signUpLead: () =>
    `Your first 10 days are free. After that, plans start at ${formatMoney(PLAN_PRICES.standard)} a month. We can't promise a table, but we look until the day you choose.`,
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  phoneWhy:
    'For text messages about your requests, once you turn them on. It also limits the free trial to one per person.',
  repeatPassword: 'Repeat password',
  referral: 'Referral code',
  invited: 'Filled in from your invitation link.',
  accept: 'I accept the',
  and: 'and the',
  termsLink: 'terms',
  privacyLink: 'privacy policy',
  terms: 'You must accept Terms and conditions',
  signingUp: 'Signing up…',
  haveAccount: 'Already have an account?',

  legal: 'Legal',
  termsPage: 'Terms',
  privacyPage: 'Privacy',
  developers: 'Developers',
} as const;

/** The ticket beside the forms, an example. */
export const AUTH_STORY = {
  head: 'Your table',
  venue: 'Petit Quai',
  stamp: 'Booked',
  stampTime: '19:31:48',
  lines: [
    ['15:20:02', () => 'Request filed'],
    ['15:20:04', () => `Watching on ${platforms()[0]?.name ?? ''}`],
    ['19:31:47', () => `Table seen: ${formatTime('20:00')} for 2`],
    ['19:31:48', () => 'Booked'],
  ],
} as const;

/** The sentences of the pages behind email links. */
export const LINK_PAGES = {
  confirm: {
    title: 'Confirm your email address.',
    lead: "Press the button if you entered this address for a Tablehawk account yourself. We'll send your booking emails here. If you didn't, close this page.",
    button: 'Confirm address',
    pending: 'Confirming…',
  },
  revert: {
    title: 'Keep your email address.',
    lead: "Someone asked to change the email address of your account. If it wasn't you, press the button. We'll keep your address, sign out every device and email you a link for a new password.",
    button: 'Keep my address',
    pending: 'Keeping it…',
  },
} as const;
