import { Dialog } from '@/ui/dialog';
import { NOTICES } from './messages';
import { Panel } from './notification-panel';

export function Sheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={NOTICES.title}
    >
      <Panel onLeave={onClose} />
    </Dialog>
  );
}
