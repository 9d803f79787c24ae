/** The privacy policy. */
import type { Legal } from './legal-text';

export const PRIVACY: Legal = {
  title: 'Privacy policy',
  lead: 'What we store about you, why, for how long, who receives it, and how to have it deleted.',
  sections: [
    {
      heading: '1. Who is responsible',
      paragraphs: [
        '{operator} (“we”, “us”) operates Tablehawk and is responsible for your personal data. For any question or request about your data, write to {contact}.',
      ],
    },
    {
      heading: '2. What we store',
      paragraphs: [
        'Account: your name, email address, phone number and language, your referral code and the one you signed up with, and a hash of your password, from which the password cannot be read.',
        'Requests: the restaurants, dates, times and party sizes you choose, each attempt to book, and its result. Messages: the notifications, emails and text messages we sent you.',
        'Notifications: which of them you get where, your quiet hours, and the addresses of the devices and apps that you add, encrypted with a key that is kept outside the database.',
        'Payment: your plan, and what Stripe tells us about your subscription. We do not receive your card number.',
        'Security: the devices on which you are logged in, the public keys of your passkeys, and a log of events such as logins and password changes with the network address they came from.',
      ],
    },
    {
      heading: '3. Your accounts at Resy and OpenTable',
      paragraphs: [
        'We pass your Resy password or your OpenTable code on to the platform once and do not store it. We store the login token that the platform returns, encrypted with a key that is kept outside the database, your login name, and the reservations in that account, so that we do not book a second table for the same meal.',
        'We use the token only for your requests and to keep the connection working. We delete it when you disconnect the account. If a booking is under way at that moment, we delete it as soon as its result is known. If a table that was replaced must still be canceled, we delete it when that is done, at the latest one hour after you disconnected or the new table was booked.',
      ],
    },
    {
      heading: '4. Clients and cards of concierge accounts',
      paragraphs: [
        'For each client we store the name, email address, phone number and zip code. A client who is not saved in a client book is deleted 30 days after the last request for that client ended. A client in the book stays until the concierge deletes the client or closes the account.',
        'A client’s card is passed on to the booking platform in the same request. We store the platform’s reference to the card, its last four digits and its expiration date. We never store card numbers or security codes.',
      ],
    },
    {
      heading: '5. Why we use it',
      paragraphs: [
        'To provide the service you signed up for: to book tables, notify you and charge your plan. To protect accounts and prevent misuse, including more than one free trial for a person. To keep the records that the law requires of us. We do not use your data for advertising.',
      ],
    },
    {
      heading: '6. Who receives it',
      paragraphs: [
        'The booking platform and the restaurant receive what a reservation needs. Stripe processes payments. Our email provider, our text message provider and our hosting provider process data on our behalf and only on our instructions. We disclose data to authorities only where the law requires it.',
        'If you turn on notifications for a device, its browser’s push service passes them on and cannot read them. If you add an app, such as Telegram, its operator receives the notifications that you choose for it.',
        'If you create a calendar address, anyone who has it can read your tables, and the names of clients for whom you booked them, until you replace or remove it.',
        'We do not sell or rent personal data.',
      ],
    },
    {
      heading: '7. In your browser',
      paragraphs: [
        'We set one cookie, which records only that you are logged in, so that the server can choose the first page. Your browser also stores your login, your display settings and the request you are writing, but no card. Logging out deletes the login. There are no advertising or tracking cookies, and no third-party analytics.',
      ],
    },
    {
      heading: '8. How long we keep it',
      paragraphs: [
        'We keep your data while you have an account. A login ends after 30 days without use, and after 90 days in any case.',
        'When you close your account, we delete your name, email address, phone number, connected accounts, client book, notifications, devices, apps and messages right away. Past requests, payment records and the security log remain under a number instead of your name, so that bookings and payments can be proven. If you have had a free trial, a keyed hash of your email address, phone number and card remains, so that the trial cannot be repeated. Deleted data can remain in backups until these are overwritten.',
      ],
    },
    {
      heading: '9. Your rights',
      paragraphs: [
        'You can see and correct your data in your profile and on your reservations page, turn emails and text messages off, disconnect accounts, sign out devices and close your account, without asking us. A concierge can export the client book as a file.',
        'You can also ask us for a copy of your data, for its correction or deletion, or to restrict or object to its use. Write to {contact}. You can also complain to the data protection authority where you live.',
      ],
    },
    {
      heading: '10. Changes',
      paragraphs: [
        'If we change this policy in a way that affects you, we email you before the change takes effect. The date above shows when the current version came into force.',
      ],
    },
  ],
};
