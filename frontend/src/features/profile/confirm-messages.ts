/** Every sentence about confirming an email address or a phone. Refusals are the server's sentences. */
export const CONFIRM = {
  unconfirmed: (email: string) =>
    `Open the link that we sent to ${email} to confirm your email address.`,
  pending: (pending: string) => `We sent a link to ${pending}`,
  stays: (email: string) => `Your address stays ${email} until you open it.`,
  resend: 'Resend the link',
  resending: 'Sending…',

  emailMoves: (email: string) =>
    `We will send a link to the new address. Your address stays ${email} until you open it, and then every other device is signed out.`,
  passwordWhy: 'To change your email or phone, enter your password.',
  phoneMoves: 'We text a new number only after you confirm it under Notifications.',

  phoneOff: (phone: string) =>
    `We text confirmed numbers only, and ${phone} is not confirmed yet. Get a code by text message and enter it here.`,
  phoneMissing: 'Text messages need a phone number. Add one under Personal info.',
  sendCode: 'Send a code',
  sendAnother: 'Send another code',
  sending: 'Sending…',
  code: 'Code',
  codeRequired: 'Enter the code from the text message.',
  confirm: 'Confirm phone',
  confirming: 'Confirming…',
} as const;
