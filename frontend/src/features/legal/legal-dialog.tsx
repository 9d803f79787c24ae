import { Dialog } from '@/ui/overlays/dialog';
import { LegalBody } from './legal-body';
import './legal.css';
import type { LegalText } from './legal-text';
import { leadOf, LEGAL } from './messages';

type Props = { text: LegalText; onClose: () => void };

/** One of the two texts over the sign-up form, which keeps what was typed. */
export function LegalDialog({ text, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={LEGAL[text].title} description={leadOf(text)}>
      <LegalBody text={text} level={3} />
    </Dialog>
  );
}
