import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { CALENDAR } from './messages';

const SENTENCES = {
  renew: { title: CALENDAR.renewTitle, text: CALENDAR.renewText, button: CALENDAR.renew },
  remove: { title: CALENDAR.removeTitle, text: CALENDAR.removeText, button: CALENDAR.remove },
} as const;

type Props = { action: keyof typeof SENTENCES; onClose: () => void; onConfirm: () => void };

/** Asks for confirmation before the address is replaced or removed. The button that changes nothing has the focus. */
export function CalendarDialog({ action, onClose, onConfirm }: Props) {
  const { title, text, button } = SENTENCES[action];
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{CALENDAR.keep}</Button>
          <Button variant="ink" onClick={onConfirm}>
            {button}
          </Button>
        </>
      }
    />
  );
}
