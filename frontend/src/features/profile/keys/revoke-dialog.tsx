import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { type ApiKey, useRevokeKey } from './calls';
import { KEYS } from './messages';

type Props = { apiKey: ApiKey; onClose: () => void };

/** Asks for confirmation before a key is revoked. The button that changes nothing has the focus. */
export function RevokeDialog({ apiKey: { id, name }, onClose }: Props) {
  const revoke = useRevokeKey();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={KEYS.revokeTitle(name)}
      description={KEYS.revokeText}
      footer={
        <>
          <Button onClick={onClose}>{KEYS.keep}</Button>
          <Button
            variant="ink"
            pending={revoke.isPending}
            pendingLabel={KEYS.revoking}
            onClick={() => {
              revoke.mutate(id, { onSuccess: onClose });
            }}
          >
            {KEYS.revoke}
          </Button>
        </>
      }
    >
      {revoke.isError && <Notice tone="unsuccessful" title={messageOf(revoke.error)} />}
    </Dialog>
  );
}
