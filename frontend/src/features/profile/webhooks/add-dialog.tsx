import { Dialog } from '@/ui/overlays/dialog';
import { useAdd } from './calls';
import { WEBHOOKS } from './messages';
import { Secret } from './secret';
import { WebhookForm } from './webhook-form';

/** Adds a webhook, and shows its secret once. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAdd();
  return (
    <Dialog
      onClose={onClose}
      title={add.data === undefined ? WEBHOOKS.addTitle : WEBHOOKS.secretTitle}
    >
      {add.data === undefined ? (
        <WebhookForm
          chosen={null}
          error={add.error}
          isPending={add.isPending}
          onSubmit={(values) => {
            add.mutate(values);
          }}
          onCancel={onClose}
        />
      ) : (
        <Secret made={add.data} onDone={onClose} />
      )}
    </Dialog>
  );
}
