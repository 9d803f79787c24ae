/** The sentences about an unconfirmed email address, which every page loads. Refusals are the server's sentences. */
export const CONFIRM_EMAIL = {
  unconfirmed: (email: string) => `We sent a link to ${email}. Open it to confirm your email.`,
  resend: 'Resend the link',
  resending: 'Sending…',
} as const;
