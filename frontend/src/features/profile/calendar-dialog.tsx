import { ConfirmDialog } from '@/ui/overlays/dialog';
import { CALENDAR } from './messages';

const SENTENCES = {
  renew: { title: CALENDAR.renewTitle, text: CALENDAR.renewText, button: CALENDAR.renew },
  remove: { title: CALENDAR.removeTitle, text: CALENDAR.removeText, button: CALENDAR.remove },
} as const;

type Props = { action: keyof typeof SENTENCES; onClose: () => void; onConfirm: () => void };

/** Asks for confirmation before the address is replaced or removed. */
export function CalendarDialog({ action, onClose, onConfirm }: Props) {
  const { title, text, button } = SENTENCES[action];
  return (
    <ConfirmDialog
      title={title}
      description={text}
      keep={CALENDAR.keep}
      confirm={button}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  );
}
