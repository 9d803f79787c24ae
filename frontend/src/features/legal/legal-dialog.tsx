import { Dialog } from '@/ui/dialog';
import { LegalBody } from './legal-body';
import './legal.css';
import { LEGAL, type LegalText } from './texts';

type Props = { text: LegalText; onClose: () => void };

/** One of the two texts over the sign-up form, which keeps what was typed. */
export function LegalDialog({ text, onClose }: Props) {
  const { title, lead } = LEGAL[text];
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={lead}
    >
      <LegalBody text={text} level={3} />
    </Dialog>
  );
}
