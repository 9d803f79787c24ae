/** Every sentence about connected accounts. The specification fixes some of them word for word. */
import type { Platform } from '@/api/types';
import { anyPlatform, platforms } from '@/entities/platform/platforms';

/** The name after `a` or `an`. */
const withArticle = (name: string) => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;

export const ACCOUNTS = {
  title: 'Connect your accounts',
  continue: 'Continue',
  choosePlan: 'Choose a plan',
  findRestaurant: 'Find a restaurant',
  finishRequest: 'Finish your request',
  tryAgain: 'Try Again',
  waiting: 'Waiting for your code',
  oneMoreStep: 'One more step',
  notConnected: 'Not connected',
  isConnected: 'Connected',
  needsReconnect: 'Needs reconnect',
  another: (platform: string) => `Connect another ${platform} account`,
  form: (platform: string) => `Connect ${platform}`,
  email: (platform: string) => `${platform} email`,
  password: (platform: string) => `${platform} password`,
  phoneAt: (platform: string) => `${platform} phone`,
  connect: 'Connect',
  connecting: 'Connecting…',
  phone: 'Phone',
  code: 'Code',
  sendCode: 'Send code',
  sending: 'Sending…',
  resendCode: 'Resend Code',
  resendIn: 'Resend Code in',
  disconnect: 'Disconnect',
  disconnecting: 'Disconnecting…',
  keepAccount: 'Keep it',
  accountConnected: (platform: string) => `Your ${platform} account successfully connected.`,
  connected: 'Successfully connected',
  disconnected: 'Successfully disconnected',
  mismatch: 'Email and password do not match',
  mismatchAdvice: (platform: string) =>
    `Check that you can log in at ${platform} with this email and password, then try again.`,
  refused: (platform: string) => `Unable to connect ${platform} account: invalid email or password`,
  awayAdvice: 'Nothing was changed. Try again in a few minutes.',
  loadFailed: 'Failed to load accounts. Please try again later.',
  refreshFailed: 'Error loading accounts.',
  emailRequired: 'Must be valid email',
  passwordRequired: 'Password is required',
  lead: () => {
    const needs = platforms().map(
      ({ name }, index) =>
        `${name} restaurants${index === 0 ? ' need' : ''} ${withArticle(name)} account`,
    );
    return `We book in your own account, in your name. ${needs.join(', ')}. One is enough to start.`;
  },
  keepTitle: 'What we store',
  keep: () => [
    `We pass your password or code on to ${anyPlatform()} once and don't store it.`,
    'We store the login token they return, encrypted, for as long as the account is connected.',
    'To remove it, choose Disconnect beside the account, or close your Tablehawk account. Tables already booked stay yours.',
  ],
  expired: (platform: string) => `Your ${platform} login expired. Reconnect to resume.`,
  notVerified: 'Not verified yet',
  verified: (ago: string) => `Last verified ${ago}`,
  disconnectTitle: (platform: string) => `Disconnect this ${platform} account?`,
  disconnectText: (name: string) =>
    `We delete its login and stop booking as ${name}. Requests that use this account pause. You can unpause them after you connect it again. Tables already booked stay booked.`,
  continueReason: 'Connect an account to continue.',
  mayBlockUs: (platform: string) =>
    `${platform} sometimes blocks services like ours. While it does, your requests wait and their tickets say so.`,
  /** Where users sign in with a phone only, the phone is the account. */
  phonePrompt: ({ name, sign_in }: Platform) =>
    `${name} will send a message with a code to ${
      sign_in.length === 1 ? 'this phone' : `the phone of your ${name} account`
    }.`,
  emailPrompt: (platform: string) =>
    `${platform} will send an email with a code to the address of your ${platform} account.`,
  codeSentTo: (platform: string, byEmail: boolean) =>
    `We asked ${platform} to ${byEmail ? 'email' : 'text'} a code to `,
  useCode: 'Sign in with a code',
  usePassword: 'Sign in with a password',
  byEmail: 'Send the code by email',
  byPhone: 'Send the code by text message',
  changeAddress: 'Use another phone or email',
  changePhone: 'Use another phone',
  noPassword: (platform: string) =>
    `If your ${platform} account has no password, sign in with a code.`,
  challengePrompt: (platform: string) =>
    `${platform} accepted the code and asks for one more thing.`,
  answerRequired: 'Please answer this',
  open: (platform: string) => `Open ${platform}`,
  codeRequired: 'Please enter the code',
  phoneDigits: 'Phone number must have exactly 10 digits.',
  resendHint: "If you haven't received a code for more than a minute press the link below.",
  wrongCode: 'Wrong code',
  wrongCodeAdvice: (platform: string) =>
    `First log in at ${platform} with this phone number, then try again.`,
} as const;
