/** Every sentence of sign-up and login. The specification fixes some of them word for word. */
export const AUTH = {
  passwordRequired: 'Password is required',
  loggedIn: 'Successfully logged in',
  noAccount: 'You need to connect an account',
  loginFailed: 'Login failed',
  checkFailed: 'Error checking account status',
  resetSent: 'Password reset instructions have been sent to your email.',
  resetTitle: 'Choose a new password.',
  resetLead: 'You will be signed out everywhere and can log in with the new password.',
  resetDone: 'Password reset successfully',
  linkMissing: 'This page needs the link from our email.',
  linkMissingText:
    'The address is not complete. Open the link in the email again, or ask for a new one.',
  linkDeadText: 'A link is good for one hour, and for one new password.',
  askAgain: 'Ask for a new link',
  linkMissingAdvice: 'The address is not complete. Open the link in the email again.',
  linkOffline: 'You are offline. The link stays good: press the button when you are back.',
  toProfile: 'Go to your profile',
  toLogin: 'Log in',

  terms: 'You must accept Terms and conditions',
  invited: 'Filled in from your invitation link.',
} as const;

/** The sentences of the pages behind email links. */
export const LINK_PAGES = {
  confirm: {
    title: 'Confirm your address.',
    lead: 'One press, and we know that this mailbox is yours. From then on we write here.',
    button: 'Confirm address',
    pending: 'Confirming…',
    nothingChanged: 'Nothing was changed. Your profile shows your address and sends new links.',
  },
  revert: {
    title: 'Keep your address.',
    lead: 'Somebody asked for another address on your account. If it was not you, press the button: your address stays, every device is signed out, and we mail you a link for a new password.',
    button: 'Keep my address',
    pending: 'Restoring it…',
    nothingChanged: 'Nothing was changed.',
  },
} as const;
