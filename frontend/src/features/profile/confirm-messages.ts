/** The sentences about an unconfirmed email address, which every page loads. Refusals are the server's sentences. */
export const CONFIRM_EMAIL = {
  unconfirmed: (email: string) =>
    `Open the link that we sent to ${email} to confirm your email address.`,
  resend: 'Resend the link',
  resending: 'Sending…',
} as const;
