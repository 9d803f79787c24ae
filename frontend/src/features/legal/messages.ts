/**
 * The terms and the privacy policy, for their pages and for the dialogs of sign-up. They describe what the service
 * does: a change of one needs a change of the other.
 */
export type LegalText = 'terms' | 'privacy';

type Section = { heading: string; paragraphs: readonly string[] };
type Legal = { title: string; lead: string; sections: readonly Section[] };

/** The day on which both came into force. */
export const IN_FORCE = '2026-11-20';

export const LEGAL: Record<LegalText, Legal> = {
  terms: {
    title: 'Terms and conditions',
    lead: 'What Tablehawk does for you, what it cannot do, and what we ask of you.',
    sections: [
      {
        heading: 'What we do',
        paragraphs: [
          'You choose restaurants, days, times and a party size, and connect your own accounts at Resy or OpenTable. Tablehawk watches those restaurants and, when a table that fits your request opens up, books it in your account.',
          'We do not promise a table. We do not sell, list, transfer or hold reservations, and none is ours at any time: a booking is between you, the platform and the restaurant.',
        ],
      },
      {
        heading: 'You ask, we book',
        paragraphs: [
          'A request that you file is an order to book without asking you again. It stands until a table is booked, its time is over, or you pause or delete it. A pause or delete counts from the moment we confirm it; if a booking call is on its way just then, we tell you how it ended.',
          'A table may come with a cancellation fee or a deposit. You set the most that you accept with each request. A table that asks for more is held back, and we tell you.',
          'With Override Current Reservation a better table replaces the one you hold. The new one is booked first wherever the platform allows it. Where it does not, the old one is given up first and may be lost; the request says so.',
        ],
      },
      {
        heading: 'Your accounts at the platforms',
        paragraphs: [
          'Connect only accounts that are yours, or that their owner has given into your hands. The rules of the platform and of the restaurant bind you as if you had booked by hand, fees for late cancellation and for not coming included.',
          'Platforms have rules of their own about automated booking and about holding several tables. Resy in particular may ban an account that holds or seeks several tables at one restaurant. We warn you when your requests come near that, but the risk stays yours, and we cannot undo what a platform decides.',
          'You can disconnect an account at any time. Requests that need it are paused.',
        ],
      },
      {
        heading: 'Fair use',
        paragraphs: [
          'One diner, one table for each meal. We ask the platforms at a measured pace, slow down when they ask us to, and never watch a restaurant that has asked to be left alone.',
          'Do not use Tablehawk to collect tables that nobody will sit at, or to pass them on for money. We may end an account that does.',
        ],
      },
      {
        heading: 'For concierges',
        paragraphs: [
          'Book only for clients who asked you to, with details that are theirs. You answer to them for what you file. A client’s card goes to the platform of the account that books, for fees that the restaurant may charge.',
        ],
      },
      {
        heading: 'Plans and payment',
        paragraphs: [
          'Standard is $25.00 and Pro $50.00 a month, paid in advance through Stripe. If you have never had a free trial, you begin with 10 days free. A move up to Pro is charged for the rest of the month only; a move down is credited to the next invoice.',
          'Cancel at any time in your profile. The plan then runs to the end of the month that is paid, and nothing is charged after it. When a payment fails or a plan allows fewer requests, those over the limit are paused, not deleted.',
        ],
      },
      {
        heading: 'What we answer for',
        paragraphs: [
          'We keep the service running with care and tell you plainly what happened to every request. We do not answer for a table that was missed, for what a platform or a restaurant does, or for fees within the limit that you set. What the law does not let us exclude is not excluded.',
        ],
      },
      {
        heading: 'Ending it, and changes',
        paragraphs: [
          'Close your account in your profile whenever you like. Your requests stop and your plan ends at once, without a refund; tables that are booked stay yours.',
          'If these terms change in a way that matters to you, we write to you before it counts.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'What we keep about you, why, for how long, and how to see it or have it deleted.',
    sections: [
      {
        heading: 'What we keep',
        paragraphs: [
          'Your name, email and phone number; your password only as a hash that cannot be turned back. Your requests, each attempt with its time, and what came of it. Your plan and what Stripe tells us of it. What we told you, and what you have read of it.',
          'For the safety of your account: the devices on which you are logged in, and a log of sign-ins, changed passwords and the like with the network address they came from.',
        ],
      },
      {
        heading: 'Your booking accounts',
        paragraphs: [
          'Your Resy password and the codes from OpenTable pass through to the platform once and are not stored. What the platform answers is a token. We store it encrypted, with a key that is not in the database, use it only for your requests, and delete it when you disconnect the account.',
        ],
      },
      {
        heading: 'Cards',
        paragraphs: [
          'Your own payments are made on Stripe’s pages; we never see your card. A client’s card that a concierge enters is handed to the booking platform within the same request. We keep the platform’s name for it, its last four digits and its expiry. Card numbers and security codes are never stored, by us or in our logs.',
        ],
      },
      {
        heading: 'Clients of a concierge',
        paragraphs: [
          'Name, email, phone number and zip code are kept for the booking. A client who is in no client book is deleted 30 days after the last request for them ended. A client in the book stays until the concierge deletes them.',
        ],
      },
      {
        heading: 'Who else sees it',
        paragraphs: [
          'The booking platform and the restaurant see what every reservation shows them. Stripe sees your email and your payments. Our mail and text message services carry what we write to you. Nobody else does, nothing is sold, and there is no advertising and no tracking on these pages.',
        ],
      },
      {
        heading: 'In your browser',
        paragraphs: [
          'We set one cookie, which says only that you are logged in, so that we send the right first page. Your browser keeps the tokens that hold you logged in, your theme, and the request that you have begun, never a card. Logging out removes the tokens.',
        ],
      },
      {
        heading: 'How long',
        paragraphs: [
          'As long as you have an account. A device’s login ends by itself after 30 days without use.',
          'When you close your account we delete at once your name, email, phone number, connected accounts with their tokens, client book, notices and messages. Bookings, payments and the safety log stay with a number in the place of your name, because accounts and disputes must remain provable.',
        ],
      },
      {
        heading: 'Your say',
        paragraphs: [
          'Everything we keep about you is on your own pages, where you can read, correct and copy it: your profile, your reservations with their timelines, your devices. A concierge exports the client book as a file. You switch emails and text messages off in your profile, and close your account there, without asking anybody.',
        ],
      },
    ],
  },
};
