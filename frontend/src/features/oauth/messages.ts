/** Every sentence of the page on which a user allows or denies a program. */

export const CONSENT = {
  pageTitle: 'A program asks for access · Tablehawk',
  title: 'A program asks for access',
  loading: 'Reading what the program asks for',
  failed: "We couldn't read what the program asks for.",
  nothing: 'Go back to the program and start again.',
  asks: (domain: string) => `${domain} asks for access to your account.`,
  calls: 'It calls itself',
  signedIn: 'Your account',
  returns: 'You go on at',
  thisComputer: 'This computer',
  onlyIfStarted:
    'Any program on this computer can ask in this name. Allow it only if you started it yourself just now.',
  mayDo: 'What it could do',
  limits:
    "It can't connect accounts, see cards or change your password, email or plan. You can end its access in your profile.",
  password: 'Your password',
  passwordRequired: 'Enter your password to allow this',
  allow: 'Allow',
  deny: 'Deny',
  sending: 'Sending your answer…',
} as const;
