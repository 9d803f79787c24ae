/** The icons of toasts and notifications. Loads with them. */
import {
  Check,
  CircleAlert,
  CircleSlash,
  CreditCard,
  Eye,
  HandCoins,
  Hourglass,
  Info,
  MessageSquareText,
  Pause,
  Plug,
  Trash2,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { Toast, ToastIcon, ToastTone } from '.';

const ICONS: Record<ToastIcon, LucideIcon> = {
  account: Plug,
  card: CreditCard,
  code: MessageSquareText,
  delete: Trash2,
  fee: HandCoins,
  paused: Pause,
  stopping: Hourglass,
  unavailable: CircleSlash,
  watching: Eye,
};

const TONE_ICONS: Record<ToastTone, LucideIcon> = {
  confirmed: Check,
  unsuccessful: CircleAlert,
  seen: TriangleAlert,
  watching: Info,
};

export function toastIcon({ icon, tone }: Pick<Toast, 'icon' | 'tone'>): LucideIcon {
  return icon === undefined ? TONE_ICONS[tone] : ICONS[icon];
}
