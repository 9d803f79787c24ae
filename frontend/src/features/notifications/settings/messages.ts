/** Every sentence of the notification settings. Refusals and test results are the server's sentences. */
import type { Channel, ChatApp, Topic } from './queries';

export const SETTINGS = {
  failed: "We couldn't load your notification settings.",
} as const;

export const ADDRESSES = {
  title: 'Devices and apps',
  text: 'Get notifications on a locked phone, with Tablehawk closed.',
  turnOn: 'Turn on for this device',
  turningOn: 'Turning on…',
  turnedOn: 'Notifications are on for this device.',
  thisDevice: 'This device',
  device: 'Device',
  added: (day: string) => `Added ${day}`,
  checking: 'Checking its server…',
  blocked:
    'Your browser blocks notifications from Tablehawk. Allow them in its site settings, then turn them on here.',
  homeScreen: 'On iPhone and iPad, add Tablehawk to your Home Screen first, then open it there.',
  notAllowed: "Your browser didn't allow notifications.",
  noService: "Your browser couldn't turn on notifications. Try again, or add an app.",
  remove: 'Remove',
  removing: 'Removing…',
  removed: 'Removed. It gets no more notifications.',
  add: 'Add app',
} as const;

export const APP_NAMES: Record<ChatApp, string> = {
  ntfy: 'ntfy',
  telegram: 'Telegram',
  discord: 'Discord',
  pushover: 'Pushover',
  slack: 'Slack',
};

export const ADD_APP = {
  title: 'Add an app',
  text: "We store its address encrypted and don't show it again.",
  app: 'App',
  adding: 'Adding…',
  add: 'Add',
  cancel: 'Cancel',
  added: (name: string) => `${name} is added. Send a test to check it.`,
  required: 'Fill this in.',
} as const;

type FieldName = 'server' | 'topic' | 'token' | 'chat' | 'webhook' | 'user';
export type FieldText = {
  name: FieldName;
  label: string;
  hint?: string;
  optional?: boolean;
  placeholder?: string;
};

/** The fields of each app's address, in the order of the form. */
export const APP_FIELDS: Record<ChatApp, readonly FieldText[]> = {
  ntfy: [
    {
      name: 'topic',
      label: 'Topic',
      hint: 'Anyone who knows the topic can read it, so choose a long one.',
    },
    { name: 'server', label: 'Server', optional: true, placeholder: 'https://ntfy.sh' },
    { name: 'token', label: 'Access token', optional: true, placeholder: 'tk_…' },
  ],
  telegram: [
    { name: 'token', label: 'Bot token', hint: 'BotFather gives it to you.' },
    { name: 'chat', label: 'Chat ID', placeholder: '123456789' },
  ],
  discord: [
    {
      name: 'webhook',
      label: 'Webhook URL',
      hint: 'In Discord: Edit channel, Integrations, Webhooks.',
    },
  ],
  pushover: [
    { name: 'user', label: 'User key' },
    { name: 'token', label: 'API token', hint: 'Create an application at Pushover to get one.' },
  ],
  slack: [
    { name: 'webhook', label: 'Webhook URL', hint: 'In Slack: your app, Incoming Webhooks.' },
  ],
};

export const MATRIX = {
  title: 'What we send where',
  text: "Everything goes to every channel that's on, unless you choose otherwise here.",
  news: 'News',
  allOff: 'Turn on a channel first.',
  cell: (topic: string, channel: string) => `${topic}: ${channel}`,
} as const;

export const CHANNEL_NAMES: Record<Channel, string> = {
  email: 'Email',
  sms: 'Text',
  push: 'Devices',
  chat: 'Apps',
};

export const TOPIC_TEXTS: Record<Topic, { title: string; text: string }> = {
  booked: { title: 'Table booked', text: 'We booked a table for you' },
  needs_you: {
    title: 'Needs you now',
    text: 'A fee to accept, an account to reconnect, a free cancellation that ends',
  },
  opening: { title: 'Table open', text: 'A table opened for a notify-only request' },
  changed: { title: 'Table lost', text: 'A booked table was canceled or a swap failed' },
  ended: { title: 'Request ended', text: 'A request ended without a table' },
  plan: { title: 'Your plan', text: 'Trial, payments and paused requests' },
};

export const QUIET = {
  title: 'Quiet hours',
  text: 'Only “Table booked” and “Needs you now” come through. The rest waits until they end, if it still matters then.',
  toggle: 'Use quiet hours',
  from: 'From',
  to: 'To',
  zone: 'Time zone',
  save: 'Save quiet hours',
  saving: 'Saving…',
  saved: 'Quiet hours are saved.',
  off: 'Quiet hours are off.',
} as const;

export const TEST = {
  title: 'Test',
  text: "We send a test message to every channel that's on.",
  send: 'Send a test',
  sending: 'Sending…',
  results: 'Results',
  states: { waiting: 'Waiting', sent: 'Sent', failed: 'Not delivered' },
  failed: "We couldn't load the results.",
} as const;
