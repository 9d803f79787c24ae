/** Every sentence of the landing page. `{places}`-like marks are replaced by the server (platform/config/landing.py). */
export const LANDING = {
  title: 'Tablehawk: restaurant tables, booked when they open up',
  description:
    'Full restaurants get cancellations every day. Tablehawk watches Resy and OpenTable for the dates you choose and books the table in your own account.',

  headline: 'The table you want, booked the moment it opens.',
  lead: 'Full restaurants get cancellations every day, often when nobody is looking. Tell us where, when and for how many. We watch Resy and OpenTable and book the table in your own account.',
  start: 'Start your free trial',
  price: '10 days free, then from $25.00 a month. Cancel any time.',
  logIn: 'Log in',
  request: {
    title: 'Your request',
    table: 'Table for',
    party: 'Party size',
    /** The sizes of every plan. */
    parties: [2, 4],
    at: 'at',
    restaurant: 'Restaurant',
    any: 'any restaurant',
    on: 'on',
    day: 'Day',
    around: 'around',
    time: 'Time',
    times: [
      ['early', 'Early (5:00 – 6:30 PM)'],
      ['prime', 'Prime (6:30 – 8:30 PM)'],
      ['late', 'Late (8:30 – 10:30 PM)'],
    ],
    find: 'Find a table',
  },
  skip: 'Skip to content',
  page: 'Page',

  nav: { restaurants: 'Restaurants', how: 'How it works', plans: 'Plans', questions: 'Questions' },
  pro: 'PRO',

  how: {
    title: 'How it works',
    steps: [
      {
        title: 'Connect your account',
        text: 'Log in to Resy or OpenTable once. We never store your password, and you can disconnect at any time.',
      },
      {
        title: 'Say what you want',
        text: 'Choose the restaurant, the day, the times, the party size, and the highest fee or deposit you accept.',
      },
      {
        title: 'Get on with your day',
        text: 'When a table that fits opens, we book it and tell you on the site, by email and by text message.',
      },
    ],
  },

  kinds: {
    title: 'Two ways to a full restaurant',
    items: [
      {
        title: 'Cancellations',
        text: 'Someone cancels at 4:12 PM. We keep checking, usually every few seconds, so we see the table while the restaurant still looks full to everyone else.',
      },
      {
        title: 'Release days',
        isPro: true,
        text: "Some restaurants release their tables weeks ahead, at a fixed time, and are full a minute later. We're ready at that second.",
      },
    ],
  },

  product: {
    title: 'What it looks like',
    text: "A table that was booked a moment ago, and what we did for it. This is the product's own page with demo data.",
    picture:
      'The Reservations page: a ticket with the stamp Booked, and beside it a timeline with the time of each step.',
    speed:
      'How fast it books: in our last benchmark all 200 of 200 freed tables were booked within 0.1 seconds of the reply that showed them, at a simulated platform on a computer with 2 cores. The figures are in docs/measurements/bench.md of the source code.',
  },

  plans: {
    title: 'Plans',
    lead: "Both start with 10 days free if you haven't had a trial. We charge nothing per table.",
    month: 'a month',
    start: 'Start free trial',
  },

  places: {
    title: 'Where it works',
    text: '{places}. Look one up to see when its tables open.',
    elsewhere:
      "If yours isn't there, paste the link to its page on Resy or OpenTable once you're signed in. We add it at once.",
    all: 'See all restaurants',
  },

  never: {
    title: 'What we never do',
    items: [
      'Sell, resell or hold reservations. Every table is booked for you, in your name.',
      'Use anyone else’s account. We book only with the accounts you connect.',
      'Solve captchas, hide behind other addresses, or pretend to be a browser.',
      'Flood a platform with requests. When it asks us to slow down, we slow down.',
      'Promise a table. If nothing opens, we tell you, and show you what we saw.',
    ],
  },

  questions: {
    title: 'Questions',
    items: [
      {
        id: 'what',
        ask: 'What is Tablehawk?',
        answer:
          'Tablehawk watches restaurants that are fully booked. When a table opens that fits your request, it books the table for you.',
      },
      {
        id: 'how',
        ask: 'How does it book?',
        answer:
          "It asks the platform for free tables, as the platform’s own app does, and sends the same booking you would send. Filing a request authorizes us to book, so we don't ask you again.",
      },
      {
        id: 'account',
        ask: 'In whose account is the table booked?',
        answer:
          'In yours. The reservation appears in your Resy or OpenTable app, with your name and the card you have on file there, as if you had booked it yourself.',
      },
      {
        id: 'cost',
        ask: 'What does it cost?',
        answer:
          'Standard is $25.00 a month, Pro is $50.00 a month, after 10 free days. We charge nothing per table. A restaurant may ask for a deposit or a cancellation fee, and you set the highest amount you accept.',
      },
      {
        id: 'card',
        ask: 'When do you ask for a card?',
        answer:
          'Not at the sign-up. Stripe asks for it when you start your free trial, and charges it for the first time after the 10 days. If you cancel before, you pay nothing. Restaurants that want a card use the one in your Resy or OpenTable account, and you set the highest fee.',
      },
      {
        id: 'refund',
        ask: 'Do you refund?',
        answer:
          "You can cancel at any time. Your plan then runs to the end of the month you've paid for, and we don't charge you again. We don't refund part of a month, except where the law requires it.",
      },
      {
        id: 'cities',
        ask: 'Which cities and restaurants?',
        answer:
          '{places}. Elsewhere, paste the link to a restaurant’s page on Resy or OpenTable, and we add it at once.',
      },
      {
        id: 'no-account',
        ask: "What if I don't have a Resy account yet?",
        answer:
          'Create one at Resy, or at OpenTable for its restaurants. It’s free. Add a card there, because many restaurants ask for one, then connect the account here.',
      },
      {
        id: 'cancel',
        ask: 'How do I cancel a table?',
        answer:
          'With "Cancel table" on its ticket, with the link in our message, or in your Resy or OpenTable app. The ticket shows until when it’s free.',
      },
      {
        id: 'two',
        ask: 'Can I end up with two tables at once?',
        answer:
          'Not for one meal: we book one table for each. A request for several days books one for each day, unless you choose one table in all. You hold two only while we swap a table for you: we book the better one, then cancel the old one.',
      },
      {
        id: 'allowed',
        ask: 'Is it allowed?',
        answer:
          'Laws such as New York’s Restaurant Reservation Anti-Piracy Act are aimed at reservations that are listed and sold without the restaurant. Here you book for yourself, in your own account, and no table is sold or passed on. Resy and OpenTable do have rules against automated booking, and Resy may ban an account that holds several tables at one restaurant. We warn you before a request comes close to that. The decision and the risk are yours.',
      },
      {
        id: 'password',
        ask: 'What happens to my password?',
        answer:
          "Your Resy password, or the code from OpenTable, goes to the platform once and isn't stored. We store the login token that the platform returns, encrypted, and delete it when you disconnect.",
      },
      {
        id: 'nothing',
        ask: 'What if nothing opens?',
        answer:
          'Then nothing is booked, and your request ends on the day you set. Its timeline shows when we looked and what we saw, so you can choose better times or days for the next one.',
      },
      {
        id: 'data',
        ask: 'Who sees my data?',
        answer:
          'The platform and the restaurant see what every reservation shows them. Stripe handles your payment. Our email, text message and hosting providers process data for us. Nobody else sees it. We sell no data and show no ads.',
      },
      {
        id: 'stop',
        ask: 'How do I stop?',
        answer:
          'Pause or delete a request with one click, and we book nothing more for it. Cancel your plan or close your account in your profile at any time.',
      },
      {
        id: 'notified',
        ask: 'How am I notified?',
        answer:
          'On the site right away, by email, and by text message if you want, which is why we ask for a phone number. Your phone or computer can also get notifications while Tablehawk is closed, and so can apps such as Telegram. You choose in your profile.',
      },
      {
        id: 'who',
        ask: 'Who runs it?',
        answer:
          '{operator} runs this site. Tablehawk is independent of Resy, OpenTable and every restaurant. Write to {contact}.',
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
  developers: 'Developers',

  story: {
    label: 'An example: a request filed at 3:20 PM and booked at 7:31 PM',
    head: 'Your table',
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
    result: 'In your Resy account as Maya Okafor. Confirmation 740000029.',
  },
} as const;
