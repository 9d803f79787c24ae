/** The terms and conditions. */
import type { Legal } from './legal-text';

export const TERMS: Legal = {
  title: 'Terms and conditions',
  lead: 'The agreement between you and {operator} about your use of Tablehawk.',
  sections: [
    {
      heading: '1. Who we are',
      paragraphs: [
        'Tablehawk (“the service”) is operated by {operator} (“we”, “us”). By creating an account you accept these terms. If you do not accept them, do not use the service.',
        'We are independent of Resy, OpenTable (“the platforms”) and the restaurants that they list. We are not their agent, and they do not endorse the service.',
      ],
    },
    {
      heading: '2. Your account',
      paragraphs: [
        'You must be able to enter into a binding contract and give correct details. An account is for one person. Keep your password to yourself and tell us without delay if you believe that someone else has used your account.',
      ],
    },
    {
      heading: '3. The service',
      paragraphs: [
        'You choose restaurants, dates, times and a party size, and connect your own account at a platform. The service checks the platform for tables that match your request and, when it finds one, books it in your account and in your name.',
        'We do not guarantee that a table becomes available or that a booking succeeds. A booking is a contract between you, the platform and the restaurant. We are not a party to it.',
      ],
    },
    {
      heading: '4. Your order to book',
      paragraphs: [
        'By filing a request you authorize us to book one matching table for you without asking again. The authorization lasts until a table is booked, the request ends, or you pause or delete it. A pause or deletion takes effect when we confirm it. If a booking is already under way at that moment, we tell you the result.',
        'A restaurant may ask for a deposit or charge a cancellation fee. You set the highest amount you accept with each request. We do not book a table that asks for more.',
        'With Override Current Reservation, a new table replaces the one you hold. We book the new table first where the platform allows it. Where it does not, we cancel the old one first, and you may lose it. The request tells you which of the two applies.',
      ],
    },
    {
      heading: '5. Your accounts at the platforms',
      paragraphs: [
        'Connect only accounts that are yours or that their owner has authorized you to use. You remain bound by the terms of the platform and the policies of the restaurant, including their fees for late cancellations and missed reservations.',
        'The platforms restrict automated booking and holding several reservations. Resy in particular may suspend an account that holds or seeks several tables at one restaurant. We warn you when your requests come close to that. You accept this risk, and we cannot reverse a platform’s decision.',
        'You can disconnect an account at any time. Requests that use it are then paused.',
      ],
    },
    {
      heading: '6. Acceptable use',
      paragraphs: [
        'Reservations are for the person who will dine. You may not sell, transfer for payment, advertise or collect reservations, book tables that you do not intend to use, use the service to harm a platform or restaurant, or try to get around its limits.',
        'We may suspend or close an account that breaks these rules. We tell you the reason unless the law forbids it.',
      ],
    },
    {
      heading: '7. Concierge accounts',
      paragraphs: [
        'Book only for clients who have asked you to, with details they have given you for this purpose. You are responsible to your clients for the requests you file and for having the right to share their data. A client’s card is passed to the platform for fees that the restaurant may charge.',
      ],
    },
    {
      heading: '8. Plans and payment',
      paragraphs: [
        'Standard costs $25.00 a month and Pro $50.00 a month. If you have not had a free trial, your first plan is free for 10 days. Unless you cancel before the trial ends, it becomes a paid subscription.',
        'A subscription renews each month until you cancel it. You pay in advance through Stripe. An upgrade is charged for the rest of the current month. After a downgrade, the unused part is credited to your next invoices.',
        'You can cancel at any time in your profile. Your plan then runs until the end of the month you have paid for, and you are not charged again. We do not refund part of a month, except where the law requires it. If a payment fails or your plan allows fewer requests, we pause the requests above its limit and do not delete them.',
      ],
    },
    {
      heading: '9. Liability',
      paragraphs: [
        'We provide the service with reasonable care, but as it is and without a promise that it is always available or free of errors. To the extent the law allows, we are not liable for tables that were missed or lost, for acts of a platform or restaurant, for fees within the limit you set, or for indirect loss. In total, our liability is limited to what you paid us in the 12 months before the claim.',
        'Nothing in these terms limits liability that cannot be limited by law, or the rights you have as a consumer.',
      ],
    },
    {
      heading: '10. Ending the agreement',
      paragraphs: [
        'You can close your account in your profile at any time. Your requests stop and your subscription ends right away, without a refund. Tables already booked stay in your account at the platform.',
      ],
    },
    {
      heading: '11. Changes and contact',
      paragraphs: [
        'If we change these terms to your disadvantage, we email you before the change takes effect. If you do not agree, you can close your account. If one of these terms is invalid, the others still apply.',
        'For questions about these terms, write to {contact}.',
      ],
    },
  ],
};
