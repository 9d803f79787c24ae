/**
 * The only vocabulary of states: label, icon, tone and help of each. The compiler finds a missing state.
 * `group-state.ts` determines the state of a ticket.
 */
import {
  Check,
  CircleSlash,
  Eye,
  Flame,
  HandCoins,
  Hourglass,
  Pause,
  Plug,
  PowerOff,
  SearchCheck,
  Snail,
  Timer,
  Wrench,
  X,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { TicketState } from './group-state';

type Tone = 'watching' | 'seen' | 'confirmed' | 'paused' | 'unsuccessful' | 'canceled';

/** What a help sentence may name. */
type HelpSubject = { platform: string; limit: number | null };

type StatusEntry = {
  label: string;
  icon: LucideIcon;
  tone: Tone;
  help: (subject: HelpSubject) => string;
};

export const STATUS: Record<TicketState, StatusEntry> = {
  starting: {
    label: 'Starting to watch',
    icon: Eye,
    tone: 'watching',
    help: () => 'The first check runs in a moment.',
  },
  watching: {
    label: 'Watching',
    icon: Eye,
    tone: 'watching',
    help: () => 'We check again in a few seconds.',
  },
  booking: {
    label: 'Table seen, booking it now',
    icon: Flame,
    tone: 'seen',
    help: () => 'Usually over in a second.',
  },
  verifying: {
    label: 'Checking your account',
    icon: SearchCheck,
    tone: 'seen',
    help: ({ platform }) =>
      `${platform} did not answer in time. We look in your ${platform} account before we go on.`,
  },
  needs_reconnect: {
    label: 'Needs reconnect',
    icon: Plug,
    tone: 'seen',
    help: ({ platform }) => `Your ${platform} login expired. Reconnect to resume.`,
  },
  backing_off: {
    label: 'Watching slowly',
    icon: Snail,
    tone: 'watching',
    help: ({ platform }) => `${platform} asked us to slow down. We go on, less often.`,
  },
  armed: {
    label: 'Waiting for the release',
    icon: Timer,
    tone: 'watching',
    help: () => 'We are ready before then.',
  },
  releasing: {
    label: 'Release under way',
    icon: Zap,
    tone: 'seen',
    help: () => 'The book is opening. Usually over in seconds.',
  },
  switched_off: {
    label: 'On hold',
    icon: PowerOff,
    tone: 'paused',
    help: () => 'Paused by our staff for this restaurant.',
  },
  quarantined: {
    label: 'Trying again later',
    icon: Wrench,
    tone: 'seen',
    help: () => 'We could not watch this restaurant. We try again in some minutes.',
  },
  held_back: {
    label: 'Held back',
    icon: HandCoins,
    tone: 'seen',
    help: () => 'This table asks for a fee above your limit.',
  },
  stopping: {
    label: 'Stopping',
    icon: Hourglass,
    tone: 'seen',
    help: ({ platform }) =>
      `A booking call to ${platform} is under way. We stop when it answers and tell you what it said.`,
  },
  canceling: {
    label: 'Canceling your table',
    icon: Hourglass,
    tone: 'seen',
    help: ({ platform }) =>
      `Waiting for ${platform} to confirm. Until then the table is still booked.`,
  },
  confirmed: {
    label: 'Booked',
    icon: Check,
    tone: 'confirmed',
    help: ({ platform }) => `In your ${platform} account.`,
  },
  paused: {
    label: 'Paused',
    icon: Pause,
    tone: 'paused',
    help: ({ limit }) =>
      limit === null ? 'Not watching.' : `Not watching. Holds no place in your ${limit}.`,
  },
  unsuccessful: {
    label: 'Not booked',
    icon: CircleSlash,
    tone: 'unsuccessful',
    help: () => 'No table opened in time.',
  },
  canceled: {
    label: 'Canceled',
    icon: X,
    tone: 'canceled',
    help: () => 'You canceled it.',
  },
};
