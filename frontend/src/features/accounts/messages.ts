/** Every sentence about connected accounts. Those in the specification stand there word for word. */
export const ACCOUNTS = {
  resyConnected: 'Your Resy account successfully connected.',
  connected: 'Successfully connected',
  disconnected: 'Successfully disconnected',
  mismatch: 'Email and password do not match',
  mismatchAdvice: 'Check that you can log in at Resy with them, then try again here.',
  resyRefused: 'Unable to connect Resy account: invalid email or password',
  awayAdvice: 'Nothing was changed. Try again in a few minutes.',
  loadFailed: 'Failed to load accounts. Please try again later.',
  refreshFailed: 'Error loading accounts.',
  emailRequired: 'Must be valid email',
  passwordRequired: 'Password is required',
  lead: 'We book in your own Resy account, so the table is in your name.',
  keep: 'We book in your own account, so the table is yours and in your name. Your password passes through to Resy and is never stored. You can disconnect at any time.',
  disconnectTitle: 'Disconnect this Resy account?',
  disconnectText: (name: string) =>
    `We stop booking as ${name}. Requests that use this account pause until you connect it again. Tables already booked stay booked.`,
  continueReason: 'Connect an account to go on.',
  promptTitle: (platform: string) => `Connect your ${platform} account`,
  promptText: (platform: string) =>
    `This restaurant takes its reservations on ${platform}. We book there in your own account, so you need to connect one first.`,
  notYet: (platform: string) =>
    `${platform} accounts cannot be connected yet. Restaurants on Resy work today.`,
} as const;
