/** Every sentence of the landing page. `{city}`-like marks are replaced by the server (platform/config/landing.py). */
export const LANDING = {
  title: 'Tablehawk: restaurant tables, booked when they open up',
  description:
    'Full restaurants get cancellations every day. Tablehawk watches Resy and OpenTable for the dates you choose and books the table in your own account.',

  headline: 'The table you want, booked the moment it opens.',
  lead: 'Full restaurants get cancellations every day, at hours when nobody is looking. Tell us where, when and for how many. We watch Resy and OpenTable and book the table in your own account.',
  start: 'Start your free trial',
  price: '10 days free, then from $25.00 a month. Cancel any time.',
  logIn: 'Log in',
  skip: 'Skip to content',

  nav: { how: 'How it works', plans: 'Plans', questions: 'Questions' },

  how: {
    title: 'How it works',
    steps: [
      {
        title: 'Connect your account',
        text: 'Sign in to Resy or OpenTable once. We never store your password, and you can disconnect at any time.',
      },
      {
        title: 'Say what you want',
        text: 'Choose the restaurant, the day, the hours, the party size, and the highest fee or deposit you accept.',
      },
      {
        title: 'Go on with your day',
        text: 'When a table that fits opens, we book it and tell you: on this page, by email and by text message.',
      },
    ],
  },

  kinds: {
    title: 'Two ways to a full restaurant',
    items: [
      {
        title: 'Cancellations',
        text: 'Somebody gives up a table at 4:12 PM. We see it within seconds, while the restaurant still looks full to everybody else.',
      },
      {
        title: 'Release days',
        text: 'Some restaurants open their book weeks ahead, at a fixed hour, and are full a minute later. We are ready at that second.',
      },
    ],
  },

  plans: {
    title: 'Plans',
    lead: 'Both begin with 10 days free if you have never had a trial. You pay nothing for a table itself.',
    month: 'a month',
    start: 'Start free trial',
  },

  places: {
    title: 'Where it works',
    text: 'Restaurants that take reservations on Resy or OpenTable.',
    cities: 'Most of our restaurants are in {cities}.',
  },

  never: {
    title: 'What we never do',
    items: [
      'Sell, resell or hold reservations. Every table is booked for you, in your name.',
      'Use anyone else’s account. We book only with the accounts you connect.',
      'Solve captchas, hide behind other addresses, or pretend to be a browser.',
      'Ask a platform faster than it can bear. When it asks us to slow down, we slow down.',
      'Promise a table. If nothing opens, we say so, and what we saw.',
    ],
  },

  questions: {
    title: 'Questions',
    items: [
      {
        id: 'what',
        ask: 'What is Tablehawk?',
        answer:
          'A service that watches restaurants that are fully booked. When a table opens that fits your request, it books the table for you.',
      },
      {
        id: 'how',
        ask: 'How does it book?',
        answer:
          'It asks the booking platform for free tables, as its app does, and sends the same booking you would send. You file one request, and that request is your order to book: we do not ask again.',
      },
      {
        id: 'account',
        ask: 'In whose account is the table booked?',
        answer:
          'In yours. The reservation is in your Resy or OpenTable app with your name and your card on file, as if you had booked it yourself.',
      },
      {
        id: 'cost',
        ask: 'What does it cost?',
        answer:
          'Standard is $25.00 a month, Pro is $50.00 a month, after 10 free days. There is no fee for a table. A restaurant may ask for a deposit or a cancellation fee. You set the highest amount you accept.',
      },
      {
        id: 'cities',
        ask: 'Which cities and restaurants?',
        answer:
          'Restaurants that take reservations on Resy or OpenTable. Most of ours are in {cities}.',
      },
      {
        id: 'allowed',
        ask: 'Is it allowed?',
        answer:
          'You book for yourself, in your own account, and no table is sold or passed on, which is what laws such as New York’s Restaurant Reservation Anti-Piracy Act are about. Resy and OpenTable have rules against automated booking, and Resy may ban an account that holds several tables at one restaurant. We warn you before a request comes near that. The decision, and the risk, is yours.',
      },
      {
        id: 'password',
        ask: 'What happens to my password?',
        answer:
          'Your Resy password, or the code from OpenTable, passes through to the platform once and is not stored. We keep the token the platform returns, encrypted. It is deleted when you disconnect.',
      },
      {
        id: 'nothing',
        ask: 'What if nothing opens?',
        answer:
          'Then nothing is booked, and your request ends on the day you set. Its timeline shows when we looked and what we saw, so you can try again with what would have worked.',
      },
      {
        id: 'data',
        ask: 'Who sees my data?',
        answer:
          'The platform and the restaurant see what every reservation shows them. Stripe handles your payment. Our email and text message services carry our messages to you. Nobody else sees it. We sell no data and show no ads.',
      },
      {
        id: 'stop',
        ask: 'How do I stop?',
        answer:
          'Pause or delete a request with one press, and nothing is booked for it after that. Cancel your plan or close your account in your profile at any time.',
      },
      {
        id: 'notified',
        ask: 'How am I notified?',
        answer:
          'On this page at once, by email, and by text message if you want. That is why we ask for a phone number. You choose in your profile.',
      },
      {
        id: 'who',
        ask: 'Who runs it?',
        answer:
          'This site is run by {operator}. Tablehawk is independent: it does not belong to Resy, OpenTable or any restaurant. Write to {contact}.',
      },
    ],
  },

  closing: {
    title: 'Tables open up. We notice.',
    text: 'You can file your first request in a few minutes.',
  },
  legal: 'Legal',
  terms: 'Terms',
  privacy: 'Privacy',

  story: {
    label: 'An example: a request that was filed at 3:20 PM and booked at 7:31 PM',
    head: 'Your table',
    number: 'No. 00482',
    venue: 'Petit Quai',
    order: [
      ['DATE', 'Fri, Dec 4'],
      ['TIME', '8:00 PM · for 2'],
    ],
    lines: [
      ['3:20:02 PM', 'Request filed'],
      ['3:20:04 PM', 'Watching on Resy'],
      ['7:31:47 PM', 'Table seen: 8:00 PM for 2'],
      ['7:31:48 PM', 'Booked'],
    ],
    stamp: 'Booked',
    stampTime: '7:31:48 PM',
    result: 'In your Resy account as Maya Okafor.',
  },
} as const;
