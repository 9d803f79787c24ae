/** The sentences about an unconfirmed email address, which every page loads. Refusals are the server's sentences. */
export const CONFIRM_EMAIL = {
  unconfirmed: (email: string) => `We sent a link to ${email}. Open it to confirm your email.`,
  consequence: 'Until you do, we email you nothing else, not even that a table is booked.',
  resend: 'Resend the link',
  resending: 'Sending…',
} as const;
