import type { UseMutationResult } from '@tanstack/react-query';
import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { KEYS } from './messages';

type Props = {
  /** The name of what is revoked, and the two sentences about it. */
  name: string;
  text: string;
  keep: string;
  id: number;
  revoke: Pick<
    UseMutationResult<unknown, Error, number>,
    'mutate' | 'isPending' | 'isError' | 'error'
  >;
  onClose: () => void;
};

/** Asks for confirmation before access is revoked. The button that changes nothing has the focus. */
export function RevokeDialog({ name, text, keep, id, revoke, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={KEYS.revokeTitle(name)}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
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
