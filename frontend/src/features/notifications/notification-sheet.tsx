import { Dialog } from '@/ui/overlays/dialog';
import { NOTIFICATIONS } from './messages';
import { Panel } from './notification-panel';

export function Sheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={NOTIFICATIONS.title}>
      <Panel onLeave={onClose} />
    </Dialog>
  );
}
