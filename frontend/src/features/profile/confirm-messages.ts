/** Every sentence about confirming an email address or a phone. Refusals are the server's sentences. */
export const CONFIRM = {
  unconfirmed: (email: string) =>
    `Open the link that we sent to ${email} to confirm your address. Until then we send no other mail there.`,
  pending: (pending: string) => `We sent a link to ${pending}`,
  stays: (email: string) => `Your address stays ${email} until you open it.`,
  resend: 'Resend the link',
  resending: 'Sending…',

  emailMoves: (email: string) =>
    `We send a link to the new address. Your address stays ${email} until you open it; then every other device is signed out.`,
  passwordWhy: 'A new email or phone needs your password.',
  phoneMoves: 'A new number gets text messages once you have confirmed it under Notifications.',

  phoneOff: (phone: string) =>
    `Text messages go to a confirmed number only, and ${phone} is not confirmed yet. We text you a code to enter here.`,
  phoneMissing: 'Text messages need a phone number. Add one under Personal info.',
  sendCode: 'Send a code',
  sendAnother: 'Send another code',
  sending: 'Sending…',
  code: 'Code',
  codeRequired: 'Enter the code from the text message.',
  confirm: 'Confirm phone',
  confirming: 'Confirming…',
} as const;
