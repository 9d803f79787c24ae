/**
 * How each state looks; `STATUS_TEXTS` in `ticket-messages.ts` has its label and help. The compiler finds a missing
 * state. `group-state.ts` determines the state of a ticket.
 */
import {
  BellRing,
  Check,
  CircleSlash,
  DoorClosed,
  Eye,
  Flame,
  HandCoins,
  Hourglass,
  MailQuestion,
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

type Look = { icon: LucideIcon; tone: Tone };

export const STATUS: Record<TicketState, Look> = {
  starting: { icon: Eye, tone: 'watching' },
  unconfirmed: { icon: MailQuestion, tone: 'seen' },
  watching: { icon: Eye, tone: 'watching' },
  booking: { icon: Flame, tone: 'seen' },
  verifying: { icon: SearchCheck, tone: 'seen' },
  needs_reconnect: { icon: Plug, tone: 'seen' },
  backing_off: { icon: Snail, tone: 'watching' },
  armed: { icon: Timer, tone: 'watching' },
  releasing: { icon: Zap, tone: 'seen' },
  switched_off: { icon: PowerOff, tone: 'paused' },
  restaurant_closed: { icon: DoorClosed, tone: 'paused' },
  quarantined: { icon: Wrench, tone: 'seen' },
  table_open: { icon: BellRing, tone: 'seen' },
  held_back: { icon: HandCoins, tone: 'seen' },
  stopping: { icon: Hourglass, tone: 'seen' },
  canceling: { icon: Hourglass, tone: 'seen' },
  confirmed: { icon: Check, tone: 'confirmed' },
  paused: { icon: Pause, tone: 'paused' },
  unsuccessful: { icon: CircleSlash, tone: 'unsuccessful' },
  canceled: { icon: X, tone: 'canceled' },
};
